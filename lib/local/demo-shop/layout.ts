import { type Html, html, htmlPage } from '#shared/values/html.ts';

const steps = ['The ad', 'Landing page', 'Order', 'Attributed'];

export const page = ({ title, step, head, content }: { title: string; step: number; head?: Html; content: Html }): Html =>
  htmlPage({
    title: `${title} · Northwind Shoes`,
    head: html`<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
${head}`,
    body: html`<header><a href="/"><strong>Northwind Shoes</strong> <span>the demo shop of adtrail</span></a></header>
<nav aria-label="Where you are"><ol>${steps.map((name, i) => {
      const state = i + 1 === step ? html` aria-current="step"` : i + 1 < step ? html` class="done"` : null;
      return html`<li${state}>${name}</li>`;
    })}</ol></nav>
<main>
${content}
</main>`,
  });

export const backstage = (title: string, content: Html): Html =>
  html`<section class="backstage"><h2><small>Behind the scenes</small> ${title}</h2>${content}</section>`;

export const code = (caption: string, text: string): Html =>
  html`<figure><figcaption>${caption}</figcaption><pre><code>${text}</code></pre></figure>`;

export const shoe = html`<svg class="shoe" viewBox="0 0 240 130" role="img" aria-label="A running shoe">
<path d="M18 84c2-18 8-40 16-52 3-5 9-5 12-1 6 9 14 15 25 12 9-3 14-11 20-15 5-3 10-2 13 2l22 28c9 11 22 17 40 20l26 5c17 3 27 10 28 22 0 6-4 10-11 10H34c-12 0-18-7-18-17z" fill="var(--shoe)"/>
<path d="M100 36l14-9M110 48l14-9M120 60l14-8" stroke="var(--card)" stroke-width="5" stroke-linecap="round"/>
<path d="M20 82c40 8 58-22 92-10 26 9 44 18 96 20" fill="none" stroke="var(--accent)" stroke-width="6" stroke-linecap="round"/>
<path d="M14 108h206c2 8-3 14-12 14H30c-10 0-16-5-16-14z" fill="var(--sole)"/>
</svg>`;
