// How does the package come about? The engine compiled to WebAssembly by whichever way is at hand, and the TypeScript
// beside it. `node build.mjs` does both; `--types` only the second.
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../..");
const TARGET = "wasm32-unknown-unknown";
/** No module may grow beyond this, compressed as the web sends it today (Brotli). */
const MOST_KILOBYTES = 500;
/** File and line of every place where a fault could arise are left out: a page cannot show them, and they take 7 kB. */
const NO_PLACES = "-Zlocation-detail=none";

const output = (program, ...words) => {
  try {
    return execFileSync(program, words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return null;
  }
};

/** The ways to compile for WebAssembly, the plain one first; each says what it runs with. */
function way() {
  const sysroot = output("rustc", "--print", "sysroot");
  if (sysroot && existsSync(join(sysroot, "lib/rustlib", TARGET))) {
    return { cargo: "cargo", words: [], env: { RUSTC_BOOTSTRAP: "1", RUSTFLAGS: NO_PLACES } };
  }
  // Debian's own compiler, with the source of its standard library; the linker is the one every toolchain has.
  const debian = "/usr/bin";
  const source = output(join(debian, "rustc"), "--print", "sysroot");
  const host = output(join(debian, "rustc"), "-vV")?.match(/^host: (.*)$/m)?.[1];
  const lld = [sysroot, source]
    .filter(Boolean)
    .map((place) => join(place, "lib/rustlib", host ?? "", "bin/rust-lld"))
    .concat("/usr/bin/wasm-ld", "/usr/bin/lld")
    .find(existsSync);
  if (host && lld && existsSync(join(source, "lib/rustlib/src/rust/library/std/Cargo.toml"))) {
    return {
      cargo: join(debian, "cargo"),
      // Without the machinery of back traces, which a page cannot show anyway.
      words: ["-Zbuild-std=std,panic_abort", "-Zbuild-std-features="],
      env: {
        PATH: `${debian}:${process.env.PATH}`,
        RUSTC: join(debian, "rustc"),
        RUSTC_BOOTSTRAP: "1",
        RUSTFLAGS: `-Clinker-flavor=wasm-ld ${NO_PLACES}`,
        CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER: lld,
      },
    };
  }
  return null;
}

/** The modules, each with the feature of the crate that makes it. */
const MODULES = {
  "jadoube.wasm": [],
  "jadoube-convert.wasm": ["--features", "convert"],
  "jadoube-audit.wasm": ["--features", "audit"],
};

function wasm(file, features) {
  const how = way();
  if (!how) {
    console.error(
      "The engine cannot be compiled to WebAssembly here. Either `rustup target add wasm32-unknown-unknown`,\n" +
        "or on Debian `apt-get install rustc-web cargo-web rust-web-src`.",
    );
    process.exit(3);
  }
  // The two ways have standard libraries of their own: what they build is kept apart from everything else.
  const target = join(root, "target/npm");
  const words = ["build", "--locked", "--profile", "wasm", "-p", "jadoube-wasm", "--target", TARGET, "--target-dir", target, ...features, ...how.words];
  const built = spawnSync(how.cargo, words, { cwd: root, stdio: "inherit", env: { ...process.env, ...how.env } });
  if (built.status !== 0) process.exit(built.status ?? 1);
  unite(join(target, TARGET, "wasm/jadoube_wasm.wasm"), join(here, "dist", file));
}

/** What is compiled for several types alike is kept once: 7 kB less. All that wasm-opt does besides makes it smaller unpacked, and larger packed. */
function unite(from, to) {
  const words = ["--duplicate-function-elimination", "--all-features", from, "-o", to];
  const done = spawnSync(process.execPath, [join(here, "node_modules/binaryen/bin/wasm-opt"), ...words], { stdio: "inherit" });
  if (done.status !== 0) process.exit(done.status ?? 1);
}

mkdirSync(join(here, "dist"), { recursive: true });
if (!process.argv.includes("--types")) {
  for (const [file, features] of Object.entries(MODULES)) {
    wasm(file, features);
    const bytes = readFileSync(join(here, "dist", file));
    const packed = brotliCompressSync(bytes).length;
    const kilobytes = (length) => Math.ceil(length / 1000);
    console.log(`${file}: ${kilobytes(bytes.length)} kB, ${kilobytes(packed)} kB with Brotli, ${kilobytes(gzipSync(bytes, { level: 9 }).length)} kB with gzip`);
    if (packed >= MOST_KILOBYTES * 1000) {
      console.error(`${file}: expected less than ${MOST_KILOBYTES} kB compressed`);
      process.exit(1);
    }
  }
}
for (const name of ["LICENSE-MIT", "LICENSE-APACHE"]) copyFileSync(join(root, name), join(here, name));
const compiled = spawnSync(process.execPath, [join(here, "node_modules/typescript/bin/tsc"), "-p", here], { stdio: "inherit" });
process.exit(compiled.status ?? 1);
