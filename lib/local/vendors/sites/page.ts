import { type Html, html, trusted } from '#shared/values/html.ts';
import type { Palette } from './palettes.ts';

export type PageParts = {
  title: string;
  description: string;
  language: string;
  look: Palette;
  head?: Html | null;
  body: Html;
};

const css = trusted(`*{box-sizing:border-box}
html{scroll-behavior:smooth;-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;font:17px/1.55 system-ui,sans-serif;color:#1c1f24;background:#fff;overflow-wrap:anywhere}
a{color:inherit}
img{display:block;max-width:100%;height:auto}
.wide{max-width:1080px;margin:0 auto;padding:0 20px}
header .wide{display:flex;gap:12px 28px;align-items:center;justify-content:space-between;flex-wrap:wrap;padding-block:16px}
header strong{font-size:20px;letter-spacing:.01em}
nav{display:flex;gap:20px;flex-wrap:wrap}
nav a,footer a{display:inline-block;padding:4px 0}
.banner{background:linear-gradient(120deg,var(--from),var(--to));color:var(--words);padding:48px 0}
.banner .wide{display:grid;gap:32px;grid-template-columns:1fr;align-items:center}
.banner img{aspect-ratio:1.9;object-fit:cover;border-radius:14px;box-shadow:0 12px 40px #0004}
h1{font-size:clamp(28px,5vw,44px);line-height:1.15;margin:0 0 12px;text-wrap:balance}
h2{font-size:26px;margin:48px 0 16px}
main{width:100%;padding-bottom:64px!important}
.button{display:inline-block;margin-top:12px;padding:12px 22px;border-radius:999px;background:var(--accent);color:#14161a;font-weight:600;text-decoration:none}
.cards{display:grid;gap:20px;grid-template-columns:repeat(auto-fit,minmax(240px,1fr));padding:0;margin:0;list-style:none}
.cards li{border:1px solid #e3e5e8;border-radius:14px;overflow:hidden}
.cards div{padding:14px 16px 18px}
.cards img{width:100%;aspect-ratio:4/3;object-fit:cover}
.cards h3{margin:0;font-size:18px}
.cards p{margin:4px 0 0;color:#5a616b}
footer{margin-top:auto;padding:28px 0 40px;background:#f4f5f7;color:#454b54}
footer .wide{display:flex;gap:8px 24px;flex-wrap:wrap;justify-content:space-between}
@media(min-width:820px){.banner .wide{grid-template-columns:1fr 1fr}}`);

export const page = ({ title, description, language, look, head = null, body }: PageParts) => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${description}">
${head}
<style>:root{--from:${look.from};--to:${look.to};--accent:${look.accent};--words:${look.words}}
${css}</style>
</head>
<body>
${body}
</body>
</html>
`.html,
});
