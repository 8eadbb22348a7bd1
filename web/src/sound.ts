/* What is heard? A man set down, a man taken, a word, a clock running low: each made of a few tones when it is needed. */
import { settings } from "./settings.js";

export type Sound = "move" | "capture" | "check" | "low" | "turn" | "over" | "offence";

let context: AudioContext | null = null;

/** A knock of wood: noise through a narrow band. */
function knock(at: number, pitch: number, loud: number, long = 0.07) {
  const audio = context!;
  const noise = audio.createBufferSource();
  const buffer = audio.createBuffer(1, audio.sampleRate * long, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n++) samples[n] = (Math.random() * 2 - 1) * (1 - n / samples.length) ** 3;
  noise.buffer = buffer;
  const band = audio.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = pitch;
  band.Q.value = 2.2;
  const gain = audio.createGain();
  gain.gain.value = loud;
  noise.connect(band).connect(gain).connect(audio.destination);
  noise.start(at);
}

/** A small bell. */
function bell(at: number, pitch: number, loud: number, long = 0.5) {
  const audio = context!;
  const tone = audio.createOscillator();
  const gain = audio.createGain();
  tone.type = "sine";
  tone.frequency.value = pitch;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + long);
  tone.connect(gain).connect(audio.destination);
  tone.start(at);
  tone.stop(at + long);
}

const SCORES: Record<Sound, (at: number) => void> = {
  move: (at) => knock(at, 900, 1.4),
  capture: (at) => {
    knock(at, 1300, 1.6);
    knock(at + 0.06, 700, 1.6, 0.1);
  },
  check: (at) => {
    bell(at, 880, 0.12);
    bell(at + 0.09, 1175, 0.12);
  },
  low: (at) => bell(at, 1480, 0.08, 0.18),
  turn: (at) => bell(at, 660, 0.07, 0.35),
  over: (at) => {
    bell(at, 523, 0.1, 0.9);
    bell(at + 0.14, 392, 0.1, 1.1);
  },
  offence: (at) => bell(at, 220, 0.16, 0.4),
};

export function sound(what: Sound) {
  if (!settings.now.sound) return;
  // Whoever cannot hear may listen for it.
  document.dispatchEvent(new CustomEvent("jadoube-sound", { detail: what }));
  try {
    context ??= new AudioContext();
    // Before the first gesture a browser lets nothing be heard, and that is right.
    if (context.state === "suspended") void context.resume().catch(() => undefined);
    SCORES[what](context.currentTime + 0.01);
  } catch {
    // No sound here: the page says everything in writing too.
  }
}
