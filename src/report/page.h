// What reports share: how a page looks; colours are those of plot::theme_css().
#pragma once

#include <string>
#include <string_view>

namespace sidestep {

inline std::string_view report_css() {
    return R"css(*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--text);font:16px/1.5 system-ui,"DejaVu Sans",Verdana,sans-serif}
main{max-width:1240px;margin:0 auto;padding:24px 16px}
h1{font-size:1.7rem;line-height:1.2;margin:0 0 16px;overflow-wrap:anywhere}
h2{font-size:1.25rem;margin:32px 0 12px;overflow-wrap:anywhere}
h3{font-size:1.05rem;margin:24px 0 10px}
.verdict{border:1px solid var(--grid);border-left:6px solid var(--faint);background:var(--floor);padding:12px 16px;border-radius:4px}
.verdict.good{border-left-color:var(--c2)}
.verdict.bad{border-left-color:var(--mark)}
.verdict p,.verdict ul{margin:6px 0 0}
.facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,150px),1fr));gap:8px 24px;margin:16px 0}
.facts div{min-width:0}
dt{color:var(--faint);font-size:.8rem}
dd{margin:0;overflow-wrap:anywhere}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,max(340px,45%)),1fr));gap:16px}
.maps{align-items:start}
.three{grid-template-columns:repeat(auto-fit,minmax(min(100%,340px),1fr))}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,420px),1fr));gap:8px 40px;align-items:start}
figure{margin:0;padding:10px;border:1px solid var(--grid);border-radius:4px;min-width:0}
figure>div{overflow-x:auto}
figure svg{display:block;width:100%;height:auto}
figure.wide{grid-column:1/-1}
figure.wide svg{min-width:620px;max-height:92vh}
figcaption{color:var(--faint);font-size:.85rem;margin:6px 8px 0}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{padding:5px 12px 5px 0;text-align:right;border-bottom:1px solid var(--grid);white-space:nowrap}
th:first-child,th.text,td.text{text-align:left}
td.text{padding-left:12px;color:var(--faint)}
th.text{padding-left:12px}
thead th{color:var(--faint);font-size:.8rem;font-weight:600}
tbody th{font-weight:500}
table.close{font-size:.85rem}
table.close th,table.close td{padding:4px 0 4px 8px}
table.close thead th{white-space:normal;vertical-align:bottom}
.small,footer{color:var(--faint);font-size:.85rem}
footer{margin-top:32px}
@page{size:A4;margin:14mm}
@media print{
html{font-size:10pt}
body{font-size:10pt;print-color-adjust:exact;-webkit-print-color-adjust:exact}
main{max-width:none;padding:0}
section{break-after:page}
section:last-of-type{break-after:auto}
h2,h3{break-after:avoid;margin:12px 0 8px}
.figures{grid-template-columns:1fr 1fr;gap:8px}
.pair{grid-template-columns:1fr 1fr;gap:4px 24px}
.maps figure.wide svg{max-height:118mm}
table{font-size:8pt;line-height:1.35}
td.text{white-space:normal}
table.close{font-size:7pt}
table.close th,table.close td{padding:1px 0 1px 4px;white-space:normal}
table.close tbody th{white-space:nowrap}
.facts{grid-template-columns:repeat(4,1fr)}
figure,.verdict,tr{break-inside:avoid}
figure{padding:6px}
figure svg,figure.wide svg{min-width:0}
thead{display:table-header-group}
th,td{padding:2px 8px 2px 0}
footer{margin-top:6px}
}
)css";
}

/// A whole page around what stands in it.
std::string report_page(std::string_view title, std::string_view body);

}  // namespace sidestep
