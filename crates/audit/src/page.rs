//! What does an audit look like as one page that needs nothing else?

#![allow(clippy::cast_precision_loss, reason = "a bar is no longer than a screen")]

use crate::{
    finding::{Finding, Kind, Part},
    summary::{Summary, games, thousands},
};
use jadoube_game::Code;
use std::{collections::BTreeMap, fmt::Write as _};

/// So many findings of one kind under one code are shown; the rest is counted.
const SHOWN: u32 = 100;

/// What the page says of the audit itself.
#[derive(Debug, Clone, Copy)]
pub struct About<'a> {
    /// Under these codes, in the order of the columns.
    pub codes: &'a [Code],
    /// Of these files.
    pub files: &'a [String],
    /// Made on this day, `2023-01-31`.
    pub day: &'a str,
    /// Whether it was interrupted before all was read.
    pub cut_short: bool,
}

/// Findings worth showing, with the names of their games.
#[derive(Debug, Default)]
pub struct Shown {
    rows: Vec<(Finding, String)>,
    left_out: u64,
    of_each: BTreeMap<(Option<&'static str>, &'static str, Option<&'static str>), u32>,
}

impl Shown {
    /// Keeps what there is room for.
    pub fn add(&mut self, part: &Part) {
        for (game, findings) in part.by_game() {
            for finding in findings {
                let kind = &finding.kind;
                let key = (finding.code.map(Code::name), kind.word(), kind.detail());
                let count = self.of_each.entry(key).or_default();
                if *count == SHOWN {
                    self.left_out += 1;
                    continue;
                }
                *count += 1;
                let name = game.map(|game| {
                    let year = game.year.map(|year| format!(", {year}")).unwrap_or_default();
                    format!("{} – {}{year}", or_unknown(&game.white), or_unknown(&game.black))
                });
                self.rows.push((finding.clone(), name.unwrap_or_default()));
            }
        }
    }
}

fn or_unknown(name: &str) -> &str {
    if name.is_empty() { "?" } else { name }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// Bars of one plot: a name, a value and what is written beside it.
fn bars(page: &mut String, title: &str, rows: &[(String, f64, String)]) {
    if rows.is_empty() {
        return;
    }
    let most = rows.iter().map(|row| row.1).fold(0.0, f64::max).max(1e-9);
    let _ = write!(
        page,
        "<figure><figcaption>{}</figcaption><table class=plot>",
        escaped(title)
    );
    for (name, value, label) in rows {
        let _ = write!(
            page,
            "<tr><th scope=row>{}</th><td><span class=bar style=\"width:{:.1}%\"></span><span>{}</span></td></tr>",
            escaped(name),
            value / most * 60.0,
            escaped(label)
        );
    }
    page.push_str("</table></figure>");
}

fn per_thousand(part: u64, whole: u64) -> f64 {
    if whole == 0 {
        0.0
    } else {
        part as f64 * 1000.0 / whole as f64
    }
}

/// What a finding says, in full.
fn said(kind: &Kind) -> String {
    let words = [Some(kind.word()), kind.detail(), kind.text(), kind.why()];
    let words: Vec<&str> = words.into_iter().flatten().collect();
    let mut text = escaped(&words.join(": "));
    match kind {
        Kind::Duplicate { of, of_file } => {
            let _ = write!(text, " of {} #{of}", escaped(of_file));
        }
        Kind::IllegalMove { allowed, .. } if !allowed.is_empty() => {
            text.push_str("<details><summary>what the code allowed</summary><ul>");
            for right in allowed {
                let _ = write!(
                    text,
                    "<li>{} ({})</li>",
                    escaped(&right.text),
                    escaped(&right.clause)
                );
            }
            text.push_str("</ul></details>");
        }
        _ => {}
    }
    text
}

/// Of how many games each two codes say something different.
fn differences(page: &mut String, summary: &Summary) {
    let pairs: Vec<_> = summary
        .between
        .iter()
        .flat_map(|(one, others)| {
            let pair = move |(other, count): (&&str, &u64)| {
                (format!("{one} and {other}"), *count as f64, thousands(*count))
            };
            others.iter().map(pair)
        })
        .collect();
    bars(page, "Games of which two codes do not say the same", &pairs);
}

/// What was audited, when, and what it came to.
fn lead(page: &mut String, summary: &Summary, about: &About) {
    const NAMED: usize = 5;
    if about.cut_short {
        page.push_str("<p class=cut>Interrupted: only what had been read by then is in this report.</p>");
    }
    let mut files: Vec<String> = about.files.iter().take(NAMED).map(|file| escaped(file)).collect();
    if about.files.len() > NAMED {
        files.push(format!("{} more", thousands((about.files.len() - NAMED) as u64)));
    }
    let _ = write!(
        page,
        "<p class=lead>{}, {} half-moves. Something was found in {} ({:.1} in 1,000)",
        games(summary.games),
        thousands(summary.plies),
        games(summary.irregular),
        per_thousand(summary.irregular, summary.games),
    );
    let _ = match (about.codes.len(), summary.differ) {
        (0 | 1, _) => Ok(()),
        (_, 0) => write!(page, "; all codes say the same of every game"),
        (_, some) => write!(page, "; the codes do not all say the same of {}", games(some)),
    };
    let _ = write!(
        page,
        ".</p><p>Of {}; {}.</p>",
        files.join(", "),
        escaped(about.day)
    );
}

/// How often each thing was found under each code.
fn table(page: &mut String, summary: &Summary, about: &About) {
    let mut kinds: Vec<&String> = summary.codes.values().flat_map(|counts| counts.keys()).collect();
    kinds.sort();
    kinds.dedup();
    page.push_str("<h2>What was found</h2>");
    if kinds.is_empty() {
        page.push_str("<p>Nothing irregular.</p>");
        return;
    }
    let mut columns: Vec<(&str, &str)> = about
        .codes
        .iter()
        .map(|code| (code.name(), code.name()))
        .collect();
    columns.push(("-", "whatever the code"));
    page.push_str("<div class=wide><table><thead><tr><th scope=col>finding</th>");
    for (_, name) in &columns {
        let _ = write!(page, "<th scope=col>{name}</th>");
    }
    page.push_str("</tr></thead><tbody>");
    for kind in &kinds {
        let _ = write!(page, "<tr><th scope=row>{}</th>", escaped(kind));
        for (code, _) in &columns {
            match summary.codes.get(*code).and_then(|counts| counts.get(*kind)) {
                Some(count) => {
                    let _ = write!(page, "<td>{}</td>", thousands(*count));
                }
                None => page.push_str("<td class=none>–</td>"),
            }
        }
        page.push_str("</tr>");
    }
    page.push_str("</tbody></table></div>");
}

/// The page.
pub fn page(summary: &Summary, shown: &Shown, about: &About) -> String {
    let mut page = String::from(HEAD);
    page.push_str("<h1>Audit</h1>");
    lead(&mut page, summary, about);
    table(&mut page, summary, about);
    plots(&mut page, summary, about);
    if !shown.rows.is_empty() {
        listing(&mut page, shown);
    }
    page.push_str(TAIL);
    page
}

/// How often, by code, ground, year and event, and between which codes it differs.
fn plots(page: &mut String, summary: &Summary, about: &About) {
    page.push_str("<div class=plots>");
    let rate = |count: u64| {
        let value = per_thousand(count, summary.games);
        (value, format!("{value:.2}"))
    };
    let none = BTreeMap::new();
    let under = |code: &Code| (code.name(), summary.codes.get(code.name()).unwrap_or(&none));
    let per_code: Vec<_> = about
        .codes
        .iter()
        .map(under)
        .map(|(code, counts)| {
            let (value, label) = rate(counts.values().sum());
            (code.to_owned(), value, label)
        })
        .collect();
    bars(page, "Findings in 1,000 games, by code", &per_code);
    let draws: Vec<_> = about
        .codes
        .iter()
        .map(under)
        .flat_map(|(code, counts)| {
            counts
                .iter()
                .filter(|(kind, _)| kind.starts_with("claimable"))
                .map(move |(kind, count)| {
                    let ground = kind.trim_start_matches("claimable ");
                    (format!("{code}, {ground}"), *count as f64, thousands(*count))
                })
        })
        .collect();
    bars(page, "Draws that could have been claimed, by ground", &draws);
    let years: Vec<_> = summary
        .years
        .iter()
        .map(|(year, group)| {
            let value = per_thousand(group.irregular, group.games);
            (
                year.to_string(),
                value,
                format!("{value:.1} of {}", thousands(group.games)),
            )
        })
        .collect();
    bars(page, "Irregular games in 1,000, by year", &years);
    let mut events: Vec<_> = summary
        .events
        .iter()
        .filter(|(_, group)| group.irregular > 0)
        .collect();
    events.sort_by_key(|(name, group)| (core::cmp::Reverse(group.irregular), name.as_str()));
    let events: Vec<_> = events
        .into_iter()
        .take(20)
        .map(|(name, group)| {
            let label = format!("{} of {}", thousands(group.irregular), thousands(group.games));
            (or_unknown(name).to_owned(), group.irregular as f64, label)
        })
        .collect();
    bars(page, "Irregular games, by event", &events);
    differences(page, summary);
    page.push_str("</div>");
}

/// The findings one by one, each with its board.
fn listing(page: &mut String, shown: &Shown) {
    page.push_str("<h2>Game by game</h2>");
    if shown.left_out > 0 {
        let _ = write!(
            page,
            "<p>Of each kind under each code the first {SHOWN} are listed; {} more are counted above, and --json gives them all.</p>",
            thousands(shown.left_out)
        );
    }
    page.push_str("<div class=games><figure id=shown><div id=board></div><figcaption id=turn></figcaption></figure><div class=wide><table><thead><tr><th scope=col>game</th><th scope=col>ply</th><th scope=col>code</th><th scope=col>finding</th></tr></thead><tbody>");
    for (number, (finding, name)) in shown.rows.iter().enumerate() {
        let code = finding.code.map_or("", jadoube_game::Code::name);
        let clause = finding.clause.as_deref().unwrap_or_default();
        let place = format!("{} #{}", finding.file, finding.game);
        let title = if name.is_empty() {
            place
        } else {
            format!("{name} ({place})")
        };
        let link = match &finding.fen {
            Some(fen) => format!(
                "<a href=\"#f{number}\" data-fen=\"{}\">{}</a>",
                escaped(fen),
                escaped(&title)
            ),
            None => escaped(&title),
        };
        let _ = write!(
            page,
            "<tr id=f{number}><td>{link}</td><td>{}</td><td>{code} {}</td><td>{}</td></tr>",
            finding.ply,
            escaped(clause),
            said(&finding.kind)
        );
    }
    page.push_str("</tbody></table></div></div>");
}

const HEAD: &str = "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content=\"width=device-width,initial-scale=1\"><title>Audit</title><style>
:root{color-scheme:light dark;--line:color-mix(in srgb,currentColor 18%,transparent);--bar:#b5651d;--light:#f0d9b5;--dark:#b58863}
body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:0 auto;padding:1rem}
h1,h2{line-height:1.2}.lead{font-size:1.1rem}.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.25rem .6rem;border-bottom:1px solid var(--line);vertical-align:top}
thead th{position:sticky;top:0;background:Canvas}td.none{opacity:.45}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(20rem,1fr));gap:1.5rem;margin:1.5rem 0}figure{margin:0}figcaption{font-weight:600}
.plot th{font-weight:400;width:40%;border:0}.plot td{border:0;white-space:nowrap}.bar{display:inline-block;height:.8em;background:var(--bar);margin-right:.4em;min-width:1px}
.cut{border:2px solid var(--bar);padding:.5rem .75rem}.games{display:grid;grid-template-columns:minmax(0,1fr);gap:1rem}#shown{position:sticky;top:0;z-index:1;align-self:start;background:Canvas;padding:.5rem 0;display:grid;grid-template-columns:11rem minmax(0,1fr);gap:.75rem}tbody tr{scroll-margin-top:13rem}#board{font-size:1.1rem}
@media(max-width:34rem){.games th,.games td{padding:.25rem .3rem}.games td:first-child,.games td:last-child{overflow-wrap:anywhere}.games table{font-size:.85rem}}
@media(min-width:56rem){.games{grid-template-columns:18rem minmax(0,1fr)}#shown{display:block}tbody tr{scroll-margin-top:3rem}#board{font-size:1.7rem}}
#board{display:grid;grid-template-columns:repeat(8,1fr);align-self:start;max-width:18rem;line-height:1}#board span{aspect-ratio:1;display:grid;place-items:center;color:#111}
#board .l{background:var(--light)}#board .d{background:var(--dark)}#shown figcaption{font-weight:400;font-size:.9rem;overflow-wrap:anywhere}tr:target{background:color-mix(in srgb,var(--bar) 18%,transparent)}details ul{margin:.25rem 0;padding-left:1.2rem}
</style><body><main>";

const TAIL: &str = "</main><script>
const men={K:'♔',Q:'♕',R:'♖',B:'♗',N:'♘',P:'♙',k:'♚',q:'♛',r:'♜',b:'♝',n:'♞',p:'♟'};
const board=document.getElementById('board'),turn=document.getElementById('turn');
function show(fen){board.replaceChildren();let i=0;const put=c=>{const s=document.createElement('span');s.className=(i+(i>>3))%2?'d':'l';s.textContent=c;board.append(s);i++};
for(const c of fen.split(' ')[0]){if(c==='/')continue;if(c>='1'&&c<='8')for(let k=0;k<+c;k++)put('');else put(men[c]||'?')}board.setAttribute('role','img');board.setAttribute('aria-label',fen);turn.textContent=(fen.split(' ')[1]==='b'?'Black':'White')+' to move. '+fen}
const links=[...document.querySelectorAll('a[data-fen]')];
function go(){const link=links.find(a=>a.hash===location.hash&&a.hash)||links[0];if(link)show(link.dataset.fen)}
addEventListener('hashchange',go);go();
</script></html>
";
