// Slow: it starts a browser.
import type { Browser } from 'playwright-core';
import { mailLinksAt } from '#shared/mail/mail-links.ts';
import { mailOf } from '#shared/mail/mail-of.ts';
import { mailRules, mailSamples, mailTemplates, mailWords } from '#shared/registry/mails.ts';
import { sampleMails } from '#shared/registry/sample-mails.ts';
import { launchBrowser } from '#test/kit/browser.ts';

const api = 'https://api.operator.example';
const mails = await sampleMails(mailLinksAt(api, { macs: async () => ['0'.repeat(64)] }));
const each = [...mails];

describe('the text of a mail', () => {
  it.each(each)('%s says and links all that its HTML does', (_, { html, text }) => {
    const body = html.slice(html.indexOf('<main'));
    const plain = (part: string) => part.replace(/<[^>]+>/g, '').replace(/&#(\d+);/g, (_, n) => String.fromCharCode(n));
    const said = [...body.matchAll(/<p[^>]*>(.*?)<\/p>/g)].flatMap(([, part = '']) =>
      part
        .split(/<a [^>]*>/)
        .map((piece) => plain(piece).trim())
        .filter(Boolean),
    );
    expect(said.length).toBeGreaterThan(2);
    for (const sentence of said) expect(text).toContain(sentence);
    const links = [...body.matchAll(/href="(.*?)"/g)].map(([, href = '']) => plain(href));
    for (const href of links) expect(text).toContain(href);
    expect(text).not.toMatch(/undefined|<\w|&#/);
    expect(body).not.toMatch(/<hr[^>]*>\s*<\/main>/);
  });
});

describe('a mail to an address that nobody verified', () => {
  const templates = mailTemplates.filter((template) => mailRules[template].toUnverified !== 'waits');

  it.each(templates)('%s has whole sentences without data of the account', async (template) => {
    const links = mailLinksAt(api, { macs: async () => ['0'.repeat(64)] });
    const user = { id: 1, email: 'ada@northwind.example', emailVerified: false, fullName: 'Ada Example' };
    const effect = { id: `${template}#2026-11-20`, template, data: mailSamples()[template] };
    const { subject, text } = await mailOf(effect, mailWords[template], user, links, '');
    for (const part of [subject, text]) expect(part).not.toMatch(/Invalid|undefined|NaN|[^\n] {2}|“”| [.,:;]|Ada/);
    expect(text).not.toContain('863');
  });
});

describe('the help that a mail names', () => {
  const links = mailLinksAt(api, { macs: async () => ['0'.repeat(64)] });

  it('is the address of the support where there is one, and no contact without an address otherwise', async () => {
    const address = 'help@operator.example';
    const helped = await sampleMails(links, address);
    const contacts = [...helped].filter(([, { text }]) => text.includes('contact our support'));
    expect(contacts.length).toBeGreaterThan(9);
    for (const [name, { text, html }] of contacts) {
      expect([text, html]).toEqual(Array(2).fill(expect.stringContaining(address)));
      expect(mails.get(name)?.text).toContain('ask the operator of this service for help');
    }
    for (const [, { text }] of mails) expect(text).not.toMatch(/contact our support/);
  });
});

describe('the links of a mail', () => {
  it.each(each)('%s are the four and the one to unsubscribe, or none', (name, { html, kind, headers = {} }) => {
    const links = [...html.matchAll(/href="(.*?)"/g)].map(([, href = '']) => href);
    const declaredKind = Object.entries(mailRules).find(([template]) => template === name)?.[1].kind ?? 'transactional';
    expect(kind).toBe(declaredKind);
    if (kind === 'transactional') {
      const mayLead: Record<string, string> = { team_invitation: 'i', account_export_ready: 'e' };
      const own = links.filter((href) => !href.startsWith(`${api}/m/${mayLead[name] ?? '?'}/`));
      expect([own, headers]).toEqual([[], {}]);
      return;
    }
    const clicks = links.filter((href) => href.startsWith(`${api}/m/c/`));
    const ctas = clicks.map((href) => JSON.parse(Buffer.from(href.split(/[/.]/).at(-2) ?? '', 'base64url').toString())[2]);
    expect(ctas.sort()).toEqual(['buy_credits', 'campaign_studio', 'dashboard', 'login']);
    const [unsubscribe, ...more] = links.filter((href) => href.startsWith(`${api}/m/u/`));
    expect(more).toEqual([]);
    expect(headers).toEqual({
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
  });
});

type Seen = { overflow: number; ground: number; contrasts: number[]; heights: number[] };
/** WCAG defines contrasts. */
const measure = `(() => {
  const rgb = (color) => (color.match(/[\\d.]+/g) ?? []).slice(0, 3).map(Number);
  const linear = (c) => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const bodyGround = getComputedStyle(document.body).backgroundColor;
  const contrast = (element) => {
    const { color, backgroundColor } = getComputedStyle(element);
    const isClear = backgroundColor === 'rgba(0, 0, 0, 0)';
    const [low, high] = [light(rgb(color)), light(rgb(isClear ? bodyGround : backgroundColor))].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const links = [...document.querySelectorAll('main a')];
  const { scrollWidth, clientWidth } = document.documentElement;
  return {
    overflow: scrollWidth - clientWidth,
    ground: light(rgb(bodyGround)),
    contrasts: [document.body, ...links].map(contrast),
    heights: links.slice(0, -1).map((link) => link.getBoundingClientRect().height),
  };
})()`;

describe('on a phone', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  it.each(each)('%s fits and can be read, by day and by night', async (_, { html }) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ viewport: { width: 360, height: 740 }, colorScheme });
      await page.setContent(html);
      const seen = await page.evaluate<Seen>(measure);
      expect(seen.overflow).toBe(0);
      expect(seen.ground > 0.5).toBe(colorScheme === 'light');
      for (const contrast of seen.contrasts) expect(contrast).toBeGreaterThan(4.5);
      for (const height of seen.heights) expect(height).toBeGreaterThanOrEqual(40);
      await page.close();
    }
  });
});
