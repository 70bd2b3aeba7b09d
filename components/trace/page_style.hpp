// How pages look that Sartor writes: profiles, sweeps, reports. Readable on a telephone, in print, and
// without colours.
#pragma once

namespace sartor::trace {

/// Style sheet of a page: differences are of lightness, and tables scroll where they do not fit.
inline constexpr const char* page_style =
    "body{font:15px/1.4 system-ui,sans-serif;margin:2em auto;max-width:75em;padding:0 1em;color:#111}\n"
    "table{border-collapse:collapse;margin:.5em 0 2em}"
    "td,th{padding:.2em .7em;text-align:right;vertical-align:top;border-bottom:1px solid #ccc}"
    "td:not(.t){white-space:nowrap}\n"
    "th{background:#eee;position:sticky;top:0}td.t,th.t{text-align:left}code,pre{font-size:.92em}\n"
    "pre{white-space:pre-wrap}svg,canvas{max-width:100%;height:auto}svg text{font:12px "
    "system-ui,sans-serif}\n"
    ".k{display:inline-block;width:1em;height:1em;border:1px solid "
    "#333;vertical-align:-.15em;margin-right:.3em}\n"
    ".w{overflow-x:auto}details{margin:.2em 0 1.5em}summary{cursor:pointer}\n"
    "@media print{button{display:none}th{position:static}body{margin:0;max-width:none}h2{break-after:avoid}"
    "svg,canvas,tr{break-inside:avoid}.w{overflow:visible}}\n";

} // namespace sartor::trace
