import type { MadeUpCompany } from '#lib/local/market/company.ts';
import { companies } from '#lib/local/market/market.ts';
import type { Answer } from '../vendor-server.ts';
import { escaped, page } from './page.ts';
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
    (product, at) => `<li><img src="/images/${at + 2}.png" alt="${escaped(product)}" loading="lazy">
<div><h3>${escaped(capital(product))}</h3><p>${words.from}</p></div></li>`,
  );
  return framed(company, words, {
    title: `${name} | ${capital(products[0] ?? '')}`,
    head: `<link rel="canonical" href="https://${domain}/">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${escaped(name)}">
<meta property="og:title" content="${escaped(name)}">
<meta property="og:description" content="${escaped(description)}">
<meta property="og:image" content="https://${domain}/images/1.png">
<script type="application/ld+json">${JSON.stringify(dataOf(company)).replaceAll('<', '\\u003c')}</script>`,
    body: `<div class="banner"><div class="wide">
<div><h1>${escaped(description)}</h1><a class="button" href="#products">${words.see}</a></div>
<img src="/images/1.png" alt="${escaped(name)}">
</div></div>
<main class="wide" id="products"><h2>${words.products}</h2>
<ul class="cards">
${cards.join('\n')}
</ul></main>`,
  });
}

const about = (company: MadeUpCompany, words: Phrases): Answer =>
  framed(company, words, {
    title: `${words.about} | ${company.name}`,
    body: `<main class="wide"><h2>${words.about}</h2>
<p>${escaped(company.description)}</p>
<p>${escaped(words.made(company.name, countryName(company)))}</p></main>`,
  });

function framed(
  company: MadeUpCompany,
  words: Phrases,
  { title, head = '', body }: { title: string; head?: string; body: string },
): Answer {
  const { name, domain, description, language, page: adPage } = company;
  const share = `https://www.facebook.com/sharer/sharer.php?u=https%3A%2F%2F${domain}%2F`;
  const follow =
    adPage && tellsIn(company).link
      ? `<a href="https://www.facebook.com/${adPage.alias}" rel="me">${words.follow}</a>`
      : '';
  return page({
    ...{ title, description, language, head, look: paletteOf(domain) },
    body: `<header><div class="wide"><strong>${escaped(name)}</strong>
<nav><a href="/#products">${words.products}</a><a href="/about">${words.about}</a><a href="mailto:hello@${domain}">${words.contact}</a></nav></div></header>
${body}
<footer><div class="wide"><span>© ${escaped(name)}, ${escaped(countryName(company))}</span>
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
  ...(company.page &&
    tellsIn(company).data && { sameAs: [`https://www.facebook.com/${company.page.alias}`] }),
});

const countryName = ({ country, language }: MadeUpCompany) =>
  new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country;
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
