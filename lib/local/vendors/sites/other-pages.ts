import type { NoiseSite } from '#lib/local/market/noise.ts';
import { noisePages } from '#lib/local/market/noise-pages.ts';
import { type Html, html } from '#shared/values/html.ts';
import type { Answer } from '../vendor-server.ts';
import { page } from './page.ts';
import { paletteOf } from './palettes.ts';

const headers = { 'content-type': 'text/html; charset=utf-8' };

export const parkedPage = (domain: string): Answer => ({
  status: 200,
  headers,
  body: `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${domain} is for sale</title>
<style>body{font:18px/1.6 system-ui,sans-serif;margin:12vh auto;max-width:560px;padding:0 20px;text-align:center;overflow-wrap:anywhere}
a{display:inline-block;margin-top:16px;padding:12px 22px;background:#1f7ae0;color:#fff;border-radius:6px;text-decoration:none}</style>
<h1>${domain} is for sale</h1>
<p>This domain name is parked free of charge. Make an offer to its owner.</p>
<a href="/offer">Buy this domain</a>
`,
});

export const wall: Answer = {
  status: 403,
  headers: { ...headers, 'cache-control': 'no-store' },
  body: `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Just a moment...</title>
<style>body{font:18px/1.6 system-ui,sans-serif;margin:16vh auto;max-width:560px;padding:0 20px}</style>
<h1>Checking your browser</h1>
<p>Please enable JavaScript and cookies to continue.</p>
`,
};

export function noisePage(site: NoiseSite, path: string): Answer | null {
  const ofSite = noisePages.filter((page) => page.site === site);
  if (path === '/') {
    const items = ofSite.slice(0, 12).map((page) => html`<li><div><a href="${page.path}">${page.title}</a></div></li>`);
    return framed(site, site.name, site.description, html`<ul class="cards">${items}</ul>`);
  }
  const page = ofSite.find((page) => page.path === path);
  if (!page) return null;
  const items = page.companies.map(
    ({ name, domain, description }) => html`<li><div><h3><a href="https://${domain}/">${name}</a></h3><p>${description}</p></div></li>`,
  );
  return framed(site, page.title, page.content, html`<ul class="cards">${items}</ul>`);
}

const framed = ({ name, domain }: NoiseSite, title: string, description: string, body: Html): Answer =>
  page({
    title,
    description,
    language: 'en',
    look: paletteOf(domain),
    body: html`<header><div class="wide"><strong>${name}</strong><nav><a href="/">Home</a></nav></div></header>
<main class="wide"><h1>${title.replace(` - ${name}`, '')}</h1><p>${description}</p>
${body}</main>
<footer><div class="wide"><span>© ${name}</span></div></footer>`,
  });
