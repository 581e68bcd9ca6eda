import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { sendFile } from './scene.ts';

let app: TestApp;
let owner: Awaited<ReturnType<typeof newAdvertiser>>;
beforeAll(async () => {
  app = await startApp(await newWorld());
  owner = await newAdvertiser(app);
});

const answerOf = async (rows: unknown[]) => {
  const response = await app.send(
    new Request('http://adtrail.local/api/v1/spend/imports', {
      method: 'POST',
      headers: { ...owner.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ network: 'meta', currency: 'USD', rows }),
    }),
  );
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text) as { detail: object[] } };
};
const repeated = (row: object) => Array.from({ length: 50_000 }, () => row);
/** Lambda limits a response to 6 MB. */
const maxResponse = 6_000_000;

describe('an import with very many problems', () => {
  it('as JSON that the schema refuses is 422 with the first 1,000, at which it ends', async () => {
    const { status, text, body } = await answerOf(repeated({ day: 1, spend: [], clicks: [], campaign: [] }));
    expect([status, text.length < maxResponse]).toEqual([422, true]);
    expect(body.detail).toHaveLength(1000);
    expect(body).not.toHaveProperty('problem_count');
  });

  it('as JSON whose rows are wrong is 422 with the first 1,000 and the count of all', async () => {
    const { status, text, body } = await answerOf(repeated({ day: 'x', spend: '-1', clicks: '-1', impressions: '-' }));
    expect([status, text.length < maxResponse]).toEqual([422, true]);
    expect(body.detail).toHaveLength(1000);
    expect(body).toMatchObject({ problem_count: 200_000 });
  });

  it('as a file is 422 with the first 1,000 by line and the count of all', async () => {
    const lines = Array.from({ length: 50_000 }, () => 'Brand,x,-1,-2,-3');
    const file = `Campaign,Day,Cost,Impr.,Clicks\n${lines.join('\n')}\n`;
    const { status, body } = await sendFile(app, owner.headers, file, {
      network: 'google_ads',
      currency: 'USD',
    });
    const { detail, ...more } = body as { detail: { loc: unknown[] }[] };
    expect(status).toBe(422);
    expect([detail.length, detail[0]?.loc.slice(0, 3)]).toEqual([1000, ['body', 'line', 2]]);
    expect(more).toMatchObject({ problem_count: 200_000 });
  });

  it('with few problems has no count beside them', async () => {
    const { body } = await answerOf([{ day: 'x', spend: '1' }]);
    expect(body.detail).toHaveLength(1);
    expect(body).not.toHaveProperty('problem_count');
  });

  it('with long names of unknown fields stays under the limit of a response', async () => {
    const row = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`${'x'.repeat(10_000)}${at}`, 1]));
    const { status, text } = await answerOf([{ day: '2026-11-18', spend: '1', ...row }]);
    expect([status, text.length < maxResponse / 4]).toEqual([422, true]);
  });
});
