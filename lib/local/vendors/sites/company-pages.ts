import type { MadeUpCompany } from '#lib/local/market/company.ts';
import { companies } from '#lib/local/market/market.ts';
import { type Html, html, trusted } from '#shared/values/html.ts';
import type { Answer } from '../vendor-server.ts';
import { page } from './page.ts';
import { paletteOf } from './palettes.ts';
import { type Phrases, phrasesOf } from './phrases.ts';

const tellsIn = (company: MadeUpCompany): { link: boolean; data: boolean } => {
  const way = companies.indexOf(company) % 3;
  return { link: way !== 1, data: way !== 0 };
};

export function companyPage(company: MadeUpCompany, path: string): Answer | null {
  const words = phrasesOf(company.language);
  if (path === '/') return home(company, words);
  if (path === '/about') return about(company, words);
  return null;
}

function home(company: MadeUpCompany, words: Phrases): Answer {
  const { name, domain, description, products } = company;
  const cards = products.map(
    (product, at) => html`<li><img src="/images/${at + 2}.png" alt="${product}" loading="lazy">
<div><h3>${capital(product)}</h3><p>${words.from}</p></div></li>`,
  );
  return framed(company, words, {
    title: `${name} | ${capital(products[0] ?? '')}`,
    head: html`<link rel="canonical" href="https://${domain}/">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${name}">
<meta property="og:title" content="${name}">
<meta property="og:description" content="${description}">
<meta property="og:image" content="https://${domain}/images/1.png">
<script type="application/ld+json">${trusted(JSON.stringify(dataOf(company)).replaceAll('<', '\\u003c'))}</script>`,
    body: html`<div class="banner"><div class="wide">
<div><h1>${description}</h1><a class="button" href="#products">${words.see}</a></div>
<img src="/images/1.png" alt="${name}">
</div></div>
<main class="wide" id="products"><h2>${words.products}</h2>
<ul class="cards">
${cards}
</ul></main>`,
  });
}

const about = (company: MadeUpCompany, words: Phrases): Answer =>
  framed(company, words, {
    title: `${words.about} | ${company.name}`,
    body: html`<main class="wide"><h2>${words.about}</h2>
<p>${company.description}</p>
<p>${words.made(company.name, countryName(company))}</p></main>`,
  });

function framed(
  company: MadeUpCompany,
  words: Phrases,
  { title, head = null, body }: { title: string; head?: Html | null; body: Html },
): Answer {
  const { name, domain, description, language, page: adPage } = company;
  const share = `https://www.facebook.com/sharer/sharer.php?u=https%3A%2F%2F${domain}%2F`;
  const follow =
    adPage && tellsIn(company).link ? html`<a href="https://www.facebook.com/${adPage.alias}" rel="me">${words.follow}</a>` : null;
  return page({
    title,
    description,
    language,
    head,
    look: paletteOf(domain),
    body: html`<header><div class="wide"><strong>${name}</strong>
<nav><a href="/#products">${words.products}</a><a href="/about">${words.about}</a><a href="mailto:hello@${domain}">${words.contact}</a></nav></div></header>
${body}
<footer><div class="wide"><span>© ${name}, ${countryName(company)}</span>
<span><a href="${share}">${words.share}</a> &nbsp; ${follow}</span></div></footer>`,
  });
}

const dataOf = (company: MadeUpCompany) => ({
  '@context': 'https://schema.org',
  '@type': 'Organization',
  name: company.name,
  url: `https://${company.domain}/`,
  description: company.description,
  address: { '@type': 'PostalAddress', addressCountry: company.country },
  ...(company.page && tellsIn(company).data && { sameAs: [`https://www.facebook.com/${company.page.alias}`] }),
});

const countryName = ({ country, language }: MadeUpCompany) => new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country;
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
