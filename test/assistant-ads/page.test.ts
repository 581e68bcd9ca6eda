// Night: it starts a browser.
import type { Browser, Page } from 'playwright-core';
import { reportPage } from '#shared/assistant-ads/report-page.ts';
import { dayBefore } from '#shared/assistant-ads/rules/assistant-figures.ts';
import { type AccountReading, type AssistantReport, assistantReport } from '#shared/assistant-ads/rules/assistant-report.ts';
import { launchBrowser } from '#test/kit/browser.ts';
import { account, ad, campaign, day, dayOf, reading, row } from './reading.ts';

const hostile = `</title></style><script>document.title='taken'</script><img src=x onerror="document.title='taken'">"'&${'ab'.repeat(60)}`;

function reportOf(count: number, change: Partial<AccountReading> = {}, name = 'Trail season'): AssistantReport {
  const campaigns = Array.from({ length: count }, (_, at) => campaign(`c${at}`, { name: `${name} ${at}`, dailyBudgetMicros: 50_000_000 }));
  const ads = campaigns.map(({ id }, at) =>
    ad(`a${id}`, id, { title: `${name} ad ${at}`, reviewStatus: at % 2 ? 'rejected' : 'approved' }),
  );
  const days = Array.from({ length: 28 }, (_, back) =>
    dayOf(
      dayBefore(day, back),
      campaigns.map(({ id }, at) =>
        row(`a${id}`, id, {
          impressions: 900_000 + at,
          clicks: 4000 + ((back * 37) % 11) * 300,
          spendMicros: (3_123_456 + ((back * 53) % 7) * 400_000) * 1000,
        }),
      ),
      campaigns.map(({ id }) => ({ campaignId: id, conversions: 90 })),
    ),
  );
  return assistantReport(reading({ campaigns, ads, days, ...change }), day);
}

const words = {
  headline: 'More people came than in the week before',
  paragraphs: ['Look at the rejected ad.'],
};
const reports: [string, AssistantReport][] = [
  ['of a usual account', { ...reportOf(3), narrative: words }],
  ['of nothing at all', assistantReport(reading(), day)],
  [
    'of hostile names',
    {
      ...reportOf(3, { account: { ...account, name: hostile, timeZone: hostile, currency: '<B>&"\'CR' } }, hostile),
      narrative: { headline: hostile, paragraphs: [hostile] },
    },
  ],
  ['in yen', reportOf(2, { account: { ...account, currency: 'JPY' } })],
  ['of 500 campaigns', reportOf(500)],
];

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

type Box = { x: number; y: number; width: number; height: number };
type Seen = {
  overflow: number;
  ground: string;
  charts: { box: Box; bars: number; tallest: number; words: Box[]; contrast: number }[];
  contrasts: number[];
};
const measure = `(() => {
  const box = (element) => { const { x, y, width, height } = element.getBoundingClientRect(); return { x, y, width, height }; };
  const rgb = (color) => (color.match(/[\\d.]+/g) ?? []).slice(0, 3).map(Number);
  const linear = (c) => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const contrast = (one, other) => {
    const [low, high] = [light(rgb(one)), light(rgb(other))].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const ground = getComputedStyle(document.body).backgroundColor;
  const groundOf = (element) => {
    const own = getComputedStyle(element.closest('.tile') ?? document.body).backgroundColor;
    return own;
  };
  const texts = [...document.querySelectorAll('h1, h2, p, li, th, td, .tag, figcaption')];
  const { scrollWidth, clientWidth } = document.documentElement;
  return {
    overflow: scrollWidth - clientWidth,
    ground,
    charts: [...document.querySelectorAll('svg')].map((svg) => {
      const bars = [...svg.querySelectorAll('rect.bar')];
      return {
        box: box(svg),
        bars: bars.length,
        tallest: Math.max(...bars.map((bar) => box(bar).height)),
        words: [...svg.querySelectorAll('text')].map(box),
        contrast: contrast(getComputedStyle(svg.querySelector('.last')).fill, ground),
      };
    }),
    contrasts: texts.map((element) => contrast(getComputedStyle(element).color, groundOf(element))),
  };
})()`;

const sizes = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 900 } };

async function shown<T>(
  report: AssistantReport,
  { size, colorScheme = 'light' }: { size: keyof typeof sizes; colorScheme?: 'light' | 'dark' },
  look: (page: Page) => Promise<T>,
): Promise<T> {
  const page = await browser.newPage({ viewport: sizes[size], colorScheme });
  try {
    await page.setContent(reportPage(report));
    return await look(page);
  } finally {
    await page.close();
  }
}

const meets = (a: Box, b: Box) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

describe.each(reports)('the page %s', (_, report) => {
  it.each([
    ['phone', 'light'],
    ['phone', 'dark'],
    ['desktop', 'light'],
    ['desktop', 'dark'],
  ] as const)('the page is legible on a %s, %s', async (size, colorScheme) => {
    const seen = await shown(report, { size, colorScheme }, (page) => page.evaluate<Seen>(measure));
    expect(seen.overflow).toBe(0);
    expect(seen.ground).toBe(colorScheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(23, 24, 27)');
    for (const contrast of seen.contrasts) expect(contrast).toBeGreaterThan(4.5);
    expect(seen.charts).toHaveLength(3);
    const isEmpty = report.total.week.clicks === 0;
    for (const { box, bars, tallest, words, contrast } of seen.charts) {
      expect(box.width).toBeGreaterThan(300);
      expect(bars).toBe(28);
      expect(tallest).toBeGreaterThanOrEqual(isEmpty ? 0 : 20);
      if (!isEmpty) expect(contrast).toBeGreaterThan(3);
      for (const word of words) {
        expect(word.height).toBeGreaterThan(9);
        expect(word.x).toBeGreaterThanOrEqual(box.x - 1);
        expect(word.x + word.width).toBeLessThanOrEqual(box.x + box.width + 1);
        expect(words.filter((other) => other !== word && meets(word, other))).toEqual([]);
      }
    }
  });
});

describe('the page', () => {
  it('the page runs and requests nothing, whatever its names are', async () => {
    const [, report] = reports[2] ?? [];
    if (!report) throw new Error('No report.');
    const asked: string[] = [];
    const title = await shown(report, { size: 'desktop' }, async (page) => {
      page.on('request', ({ url }) => asked.push(url()));
      await page.reload().catch(() => {});
      await page.setContent(reportPage(report));
      const [scripts, images] = await Promise.all([page.locator('script').count(), page.locator('img').count()]);
      expect([scripts, images]).toEqual([0, 0]);
      return await page.title();
    });
    expect(title).toContain('</title></style><script>');
    expect(asked.filter((url) => url !== 'about:blank')).toEqual([]);
  });

  it('the page has at most fifty campaigns, and the sum of the rest', () => {
    const page = reportPage(reportOf(500));
    expect(page.match(/<th scope="row">/g)).toHaveLength(52);
    expect(page).toContain('450 others');
    expect(Buffer.byteLength(page)).toBeLessThan(100_000);
  });

  it('the printed page is light, with all its columns and colours', async () => {
    const seen = await shown(reportOf(60), { size: 'desktop', colorScheme: 'dark' }, async (page) => {
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      await page.setViewportSize({ width: 680, height: 960 });
      const pdf = await page.pdf({ format: 'A4', printBackground: false });
      return { ...(await page.evaluate<Seen>(measure)), pdf: pdf.length };
    });
    expect(seen.overflow).toBe(0);
    expect(seen.ground).toBe('rgb(255, 255, 255)');
    for (const contrast of seen.contrasts) expect(contrast).toBeGreaterThan(4.5);
    expect(seen.pdf).toBeGreaterThan(10_000);
  });
});
