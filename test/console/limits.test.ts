// Night: it walks pages in a browser.
import { entries, fields } from './example-account.ts';
import { exampleAnswer } from './example-answers.ts';
import { openExampleSite, type Sent } from './example-site.ts';

const site = openExampleSite();
const buttons = (name: string | RegExp) => site.page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
const button = (name: string | RegExp) => buttons(name).first();
const sentTo = (operation: string) => site.sent.filter((sent) => sent.operation === operation);

async function takenFile(): Promise<string[]> {
  const files: string[] = [];
  const takenCount = async () => files.push(...(await site.takenFiles()));
  await expect.poll(takenCount, { timeout: 20_000 }).toBe(1);
  return files[0]?.trimEnd().split(/\r?\n/) ?? [];
}

describe('an export of a list', () => {
  type Page = { next_cursor: string | null };
  const credits = (sizes: readonly number[], isWhole: boolean) => {
    let isSaving = false;
    const listCredits = (body: Page & { transactions: object[] }, { query }: Sent) => {
      if (!isSaving) return body;
      const at = Number(query.cursor ?? 0);
      const before = sizes.slice(0, at).reduce((sum, size) => sum + size, 0);
      const transactions = Array.from({ length: sizes[at] ?? 0 }, (_, row) => ({
        type: 'SPEND',
        reason: `row ${before + row}`,
        amount: 1,
        balance_after: 2,
        created_at: '2026-11-20T10:00:00.000Z',
      }));
      const isLast = at === sizes.length - 1;
      return { ...body, transactions, next_cursor: isLast && isWhole ? null : String(at + 1) };
    };
    const save = () => {
      isSaving = true;
    };
    return { listCredits, save };
  };
  const note = /rows were saved\. Filter the list/;

  it.each([
    ['just below the limit', [9_999, 10_000], true, 2],
    ['that ends at the limit', [10_000, 10_000], true, 2],
    ['above the limit on its last page', [15_000, 10_000], true, 2],
    ['that reaches the limit and has more', [10_000, 10_000], false, 2],
    ['that passes the limit and has more', [15_000, 10_000, 1], false, 2],
  ] as const)('%s holds what was read, and the page says whether that is all', async (_, sizes, isWhole, pages) => {
    const { listCredits, save } = credits(sizes, isWhole);
    site.state.changes = { listCredits };
    await site.open('/account/credits');
    save();
    site.forget();
    await button('Export CSV').click();
    const [name, , ...rows] = await takenFile();
    const count = sizes.slice(0, pages).reduce((sum, size) => sum + size, 0);
    expect(name).toBe('adtrail-credits.csv');
    expect(rows.map((row) => /row \d+/.exec(row)?.[0])).toEqual(Array.from({ length: count }, (__, at) => `row ${at}`));
    expect(sentTo('listCredits')).toHaveLength(pages);
    const said = await site.page.getByText(note).allTextContents();
    expect(said).toEqual(isWhole ? [] : [`The newest ${count.toLocaleString('en')} rows were saved. Filter the list for the others.`]);
  });

  const savings: Record<string, string> = {
    listCredits: '/account/credits',
    listEvents: '/events',
    listAudit: '/operators/audit',
    listWaitlist: '/operators/waitlist',
    listReceivedWebhooks: '/operators/webhooks',
    listAccountCredits: '/operators/users/4711',
    listAssistantReports: '/assistant-ads',
    reportPerformanceCsv: '/performance',
  };
  it.each(Object.entries(savings))('%s is read once when its button is pressed twice', async (operation, path) => {
    await site.open(path);
    site.forget();
    site.state.replies[operation] = ({ method, path, query }) => exampleAnswer(method, path, { ...query, cursor: 'last' }) ?? null;
    site.hold();
    await buttons('Export CSV').last().click();
    await buttons(/^Saving( 0 rows)?…$/).click();
    await site.page.keyboard.press('Enter');
    await expect.poll(() => sentTo(operation).length).toBe(1);
    site.answer();
    await buttons(/^Saving/).waitFor({ state: 'detached' });
    expect((await takenFile()).length).toBeGreaterThan(1);
    expect(sentTo(operation)).toHaveLength(1);
  });

  it('holds also the pages of an account that its operator has not opened', async () => {
    const row = (body: { transactions: object[] }, reason: string) => [{ ...body.transactions[0], id: reason, reason }];
    site.state.changes = {
      listAccountCredits: (body: Page & { transactions: object[] }, { query }: Sent) =>
        query.cursor
          ? { ...body, transactions: row(body, 'older'), next_cursor: null }
          : { ...body, transactions: row(body, 'newer'), next_cursor: 'older' },
    };
    await site.open('/operators/users/4711');
    await button('Export CSV').click();
    expect((await takenFile()).slice(2).map((line) => /newer|older/.exec(line)?.[0])).toEqual(['newer', 'older']);
  });
});

describe('a list that is cut', () => {
  type Rows = Record<string, never[]>;
  const counted = (operation: string, rows: string, count: string) => (more: number) => ({
    [operation]: (body: Rows) => ({ ...body, [count]: (body[rows]?.length ?? 0) + more }),
  });
  const cases: [string, string, (more: number) => Record<string, (body: never) => unknown>, RegExp][] = [
    ['own ads', '/competitors?tab=own', counted('readOwnAds', 'ads', 'total'), /4 ads, of which 3 are shown/],
    [
      'clicks without spend',
      '/spend?tab=joins',
      counted('listSpendJoins', 'clicks_without_spend', 'clicks_without_spend_count'),
      /The 3 with most conversions, of 4\./,
    ],
    [
      'spend without clicks',
      '/spend?tab=joins',
      counted('listSpendJoins', 'spend_without_clicks', 'spend_without_clicks_count'),
      /The 3 largest of 4\./,
    ],
    [
      'dead letters',
      '/operators/queues?queue=export',
      (more) => ({ listQueues: entries('queues', { name: 'export', dead: 3 + more }) }),
      /3 of about 4 are shown/,
    ],
    [
      'countries of an ad',
      '/competitors?tab=ads',
      (more) => ({
        readSocialAds: (body: { competitors: { ads: object[] }[] }) => ({
          competitors: body.competitors.map((one) => ({
            ...one,
            ads: one.ads.map((ad) => ({
              ...ad,
              countries: ['DE', 'FR', 'IT', 'PT', 'ES'].slice(0, 4 + more),
            })),
          })),
        }),
      }),
      /DE, FR, IT, PT \+1/,
    ],
    [
      'a step of a conversation',
      '/operators/conversations/4711',
      (more) => ({
        readContentSession: (body: { steps: object[] }) => ({
          ...body,
          steps: body.steps.map((step) => ({ ...step, content: 'x'.repeat(1200 + more) })),
        }),
      }),
      /Show all 1,20. characters/,
    ],
  ];
  it.each(cases)('says that it is: %s', async (_, path, answers, note) => {
    site.state.changes = answers(1);
    await site.open(path);
    await site.page.getByText(note).first().waitFor();
    site.state.changes = answers(0);
    await site.open(path);
    expect(await site.page.getByText(note).count()).toBe(0);
  });

  it('says in words that no visits of bots were left out', async () => {
    site.state.changes = { reportTraffic: (body: { all: object }) => ({ ...body, people: body.all }) };
    await site.open('/');
    await site.page.getByText(/No ad clicks of bots or your staff were left out\.$/).waitFor();
    await site.follow('/funnel');
    await site.page.getByText(/No sessions of bots or your staff were left out\./).waitFor();
  });

  it('says how many lines of rates are wrong, as far as they are not listed', async () => {
    await site.open('/spend?tab=rates');
    await button('Add rates').click();
    const text = site.page.getByLabel('Day, from, to, rate');
    const lines = (count: number) => Array.from({ length: count }, (_, at) => `2026-11-20,EUR,USD,x${at}`).join('\n');
    await text.fill(lines(21));
    await site.page.getByText('and 1 more.').waitFor();
    await text.fill(lines(20));
    await site.page.getByText('Line 20:').waitFor();
    expect(await site.page.getByText(/^and .* more\.$/).count()).toBe(0);
  });
});

describe('what the browser stores', () => {
  const [own, others] = ['adtrail.performance.4711', 'adtrail.performance.12'];
  const account = (id: number) => ({ readMe: fields({ id, email_verified: true, has_password: true }) });
  const view = (number: number) => ({ name: `View ${number}`, search: { by: 'ad', campaign: `c${number}` } });
  const store = (name: string, text: string) =>
    site.page.evaluate(`localStorage.setItem(${JSON.stringify(name)}, ${JSON.stringify(text)})`);
  const openViews = async () => {
    if (!(await button('Saved views').isVisible())) await button('Filters').click();
    await button('Saved views').click();
  };
  const shownViews = async () => {
    await openViews();
    const names = await site.page.getByRole('dialog').getByRole('link').allTextContents();
    await site.page.keyboard.press('Escape');
    return names;
  };
  const save = async (name: string) => {
    await openViews();
    await site.page.getByLabel('Save what is shown as').fill(name);
    await button(/^(Save|Replace)$/).click();
    await site.page.keyboard.press('Escape');
  };
  const shownColumns = () => site.page.locator('main table').last().locator('th').count();

  beforeAll(() => site.open('/links'));
  beforeEach(async () => {
    site.state.changes = account(4711);
    await site.page.evaluate('localStorage.clear()');
  });

  it('are at most 50 views, the newest', async () => {
    const numbers = Array.from({ length: 50 }, (_, at) => at + 1);
    await store(own, JSON.stringify({ views: numbers.map(view) }));
    await site.open('/performance');
    await save('View 51');
    const expected = [...numbers.slice(1), 51].map((number) => view(number).name);
    expect(await shownViews()).toEqual(expected);
    await site.open('/performance');
    expect(await shownViews()).toEqual(expected);
    await save('View 7');
    expect(await shownViews()).toEqual([...expected.filter((name) => name !== 'View 7'), 'View 7']);
  });

  it('belongs to one account', async () => {
    await store(own, JSON.stringify({ columns: ['clicks'], views: [view(1)] }));
    await site.open('/performance');
    expect([await shownViews(), await shownColumns()]).toEqual([['View 1'], 3]);
    site.state.changes = account(12);
    await site.open('/performance');
    expect([await shownViews(), await shownColumns()]).toEqual([[], 8]);
    await save('Theirs');
    site.state.changes = account(4711);
    await site.open('/performance');
    expect(await shownViews()).toEqual(['View 1']);
    expect(await site.page.evaluate('Object.keys(localStorage).sort()')).toEqual([others, own]);
  });

  const garbage: [string, string, string[]][] = [
    [own, 'no JSON', []],
    [own, 'null', []],
    [own, '"text"', []],
    [own, '{"columns":7,"views":{"a":1}}', []],
    [own, '{"columns":["nothing"],"views":[null,{"name":"Good"},{"name":"One","search":{}}]}', ['One']],
    [own, '{"views":[{"name":5,"search":{}},{"name":"Two","search":"x"},{"name":"One","search":{}}]}', ['One']],
    [own, '{"views":[{"name":"Odd","search":{"by":"nothing","from":7,"campaign":{}}}]}', ['Odd']],
    ['mantine-color-scheme-value', 'purple', []],
  ];
  it.each(garbage)('is without effect on the page if %s is %s', async (name, text, expected) => {
    await store(name, text);
    await site.open('/performance');
    expect(await shownViews()).toEqual(expected);
    await save('New');
    expect(await shownViews()).toEqual([...expected, 'New']);
  });
});
