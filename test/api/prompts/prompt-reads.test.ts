import { newUser, newWorld, operatorToken, startApp, type TestApp } from '#test/kit/harness.ts';
import { itRefusesUnknownIds } from '#test/kit/unknown-ids.ts';
import { base64, good, newPicture } from './scene.ts';

let app: TestApp;
let user: Awaited<ReturnType<typeof newUser>>;
beforeAll(async () => {
  app = await startApp(await newWorld());
});
beforeEach(async () => {
  user = await newUser(app);
});

const make = async (competitor_name: string) => {
  app.world.clock.now += 1000;
  const body = { image_base64: base64(newPicture()), competitor_name };
  return good(await app.prompts.generateAdPrompt({ body, headers: user.headers })).session_id;
};
const list = async (query: { limit?: number; cursor?: string } = {}) =>
  good(await app.prompts.listPrompts({ query, headers: user.headers }));

describe('the list of prompts', () => {
  it('the list of prompts is empty at first, then newest first, page by page without a gap or a repeat', async () => {
    expect(await list()).toEqual({ prompts: [], next_cursor: null });
    const made: number[] = [];
    for (const name of ['A', 'B', 'C', 'D', 'E']) made.push(await make(name));
    expect((await list()).prompts.map(({ title }) => title.slice(-1)).join('')).toBe('EDCBA');

    const seen: number[] = [];
    let cursor: string | undefined;
    for (let pages = 0; pages < 9; pages++) {
      const page = await list({ limit: 2, ...(cursor && { cursor }) });
      seen.push(...page.prompts.map(({ session_id }) => session_id));
      if (page.next_cursor === null) break;
      cursor = page.next_cursor;
      if (pages === 0) await make('F');
    }
    expect(seen).toEqual([...made].reverse());
  });

  it('the list of prompts holds whole prompts, in one query', async () => {
    const session_id = await make('Tarnfell');
    const before = app.calls.length;
    const { prompts } = await list();
    expect(app.calls.slice(before).map(({ operation }) => operation)).toEqual(['GetItem', 'Query']);
    expect(prompts).toEqual([
      {
        id: expect.stringMatching(/^prm_/),
        session_id,
        topic: 'ad_prompt',
        model: 'test-model',
        title: 'Prompt from an ad of Tarnfell',
        prompt: 'sample',
        negative_prompt: 'sample',
        aspect_ratio: '1:1',
        style: 'sample',
        elements: ['sample'],
        created_at: new Date(app.world.clock.now).toISOString(),
      },
    ]);
  });

  it('the list of prompts refuses a foreign cursor', async () => {
    for (const cursor of ['', 'x', 'YmVmb3JlLjA', 'YmVmb3JlLjk5OTk5OTk5OTk5OTk5OTk', `${Buffer.from('before.5').toString('base64url')}=`])
      expect(await app.prompts.listPrompts({ query: { cursor }, headers: user.headers })).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['query', 'cursor'] }] },
      });
  });
});

describe('an image conversation', () => {
  it('an image conversation has messages, prompts, and images by a link of an hour, in one query', async () => {
    const session_id = await make('Tarnfell');
    const before = app.calls.length;
    const read = good(await app.prompts.readPromptSession({ params: { session_id }, headers: user.headers }));
    expect(app.calls.slice(before).map(({ operation }) => operation)).toEqual(['GetItem', 'Query']);
    expect(read).toMatchObject({
      session_id,
      topic: 'ad_prompt',
      title: 'Prompt from an ad of Tarnfell',
      messages: [
        { role: 'user', images: [{ role: 'ad', content_type: 'image/png', source_url: null }] },
        { role: 'assistant', images: [] },
      ],
      prompts: [{ session_id, prompt: 'sample' }],
    });
    const [key, seconds] = (read.messages[0]?.images[0]?.url ?? '').replace('https://files.example/', '').split('?seconds=');
    expect(seconds).toBe('3600');
    expect(key).toMatch(new RegExp(`^images/${user.id}/`));
    expect(app.world.objects.files.get(key ?? '')?.length).toBe(read.messages[0]?.images[0]?.size_bytes);
  });

  it("an image conversation of another user is missing, and an operator's view is recorded", async () => {
    const session_id = await make('Tarnfell');
    const other = await newUser(app);
    const notFound = { status: 404, body: { code: 'not_found' } };
    const read = (headers: Record<string, string>, id = session_id) =>
      app.prompts.readPromptSession({ params: { session_id: id }, headers });
    expect(await read(other.headers)).toMatchObject(notFound);
    expect(await read(user.headers, session_id + 1)).toMatchObject(notFound);
    expect(await read(user.headers, Number.MAX_SAFE_INTEGER)).toMatchObject(notFound);
    const operator = { ...other.headers, 'x-svc-dev-token': operatorToken };
    expect(await read({ ...operator, 'x-assume-user-id': String(user.id) })).toMatchObject({ status: 200 });
    const audit = await app.operators.listAudit({
      query: { user_id: user.id },
      headers: { 'x-svc-dev-token': operatorToken },
    });
    expect(JSON.stringify(audit.body)).toContain('readPromptSession');
  });
});

itRefusesUnknownIds('prompts', () => app);
