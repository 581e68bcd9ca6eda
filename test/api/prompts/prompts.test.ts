import { hash } from 'node:crypto';
import { pictureOf } from '#lib/local/market/pictures.ts';
import { newUser, newWorld, operatorToken, startApp, type TestApp } from '#test/kit/harness.ts';
import { startTestVendors, type TestVendors } from '#test/kit/vendors.ts';
import { samples } from '#test/prompts/samples.ts';
import { base64, countsOf, good, keptOf, newPicture } from './scene.ts';

const apiBaseUrl = 'http://127.0.0.1:7999';
let vendors: TestVendors;
let app: TestApp;
let user: Awaited<ReturnType<typeof newUser>>;
beforeAll(async () => {
  vendors = await startTestVendors();
  app = await startApp(await newWorld(), { env: { ...vendors.env, API_BASE_URL: apiBaseUrl } });
});
afterAll(() => vendors.stop());
beforeEach(async () => {
  user = await newUser(app);
  vendors.forget();
});

type AdBody = Parameters<TestApp['prompts']['generateAdPrompt']>[0]['body'];
const fromAd = (body: AdBody, headers: object = {}) => app.prompts.generateAdPrompt({ body, headers: { ...user.headers, ...headers } });
const fromTemplate = (ad_images: unknown[], product_images: unknown[]) =>
  app.prompts.generateTemplatePrompt({
    body: { ad_images, product_images } as never,
    headers: user.headers,
  });
const sha256 = (bytes: Buffer) => hash('sha256', bytes, 'hex');
const storedAs = (bytes: Buffer, extension: string) => app.world.objects.files.get(`images/${user.id}/${sha256(bytes)}.${extension}`);
type Input = { type: string; text?: string; image_url?: string }[];
type SentToModel = { input: { content: Input }[]; instructions: string; text: { format: { name: string } } };
const sentToModel = () => {
  const body = vendors.asked('llm').at(-1)?.body as unknown as SentToModel | undefined;
  return {
    content: body?.input[0]?.content ?? [],
    instructions: body?.instructions ?? '',
    form: body?.text.format.name,
  };
};
const picturesSent = () => sentToModel().content.flatMap(({ image_url }) => image_url ?? []);

describe('a prompt from an ad', () => {
  it('a prompt uses the exact uploaded bytes and the texts of the request', async () => {
    const picture = newPicture(64, 80);
    const answer = good(
      await fromAd({
        ad_id: 'ad_7',
        image_base64: base64(picture),
        ad_text: 'Waterproof boots for winter walkers',
        competitor_name: 'Tarnfell',
      }),
    );
    expect(answer).toMatchObject({ aspect_ratio: '4:5', model: 'gpt-5.4-mini' });
    expect(answer.prompt).toContain('waterproof');
    expect(answer.prompt).not.toContain('Tarnfell');
    expect(answer.elements.length).toBeGreaterThan(2);
    expect(Number.isSafeInteger(answer.session_id)).toBe(true);

    expect(picturesSent()).toEqual([`data:image/png;base64,${base64(picture)}`]);
    const { content, instructions, form } = sentToModel();
    expect(form).toBe('ad_prompt');
    expect(JSON.parse(content[0]?.text ?? '')).toEqual({
      ad_id: 'ad_7',
      competitor_name: 'Tarnfell',
      ad_text: 'Waterproof boots for winter walkers',
    });
    expect(instructions).not.toContain('Tarnfell');
    expect(storedAs(picture, 'png')?.equals(picture)).toBe(true);
  });

  it('a prompt uses an image of the web, which we fetch and store unchanged', async () => {
    const expected = pictureOf('running shoes', 1);
    const url = 'https://www.tarnfell.example/images/1.png';
    const { session_id } = good(await fromAd({ image_url: url }));
    expect(picturesSent()).toEqual([`data:image/png;base64,${base64(expected)}`]);
    expect(storedAs(expected, 'png')?.equals(expected)).toBe(true);
    const { conversations } = await keptOf(app, user.id);
    expect(conversations).toMatchObject([{ id: session_id, messages: [{ images: [{ sourceUrl: url, sha256: sha256(expected) }] }, {}] }]);
  });

  it("a prompt uses our own copy of an ad's image, although our address is not public", async () => {
    const picture = newPicture();
    const file = `${sha256(picture)}.png`;
    app.world.objects.files.set(`media/${file}`, picture);
    good(await fromAd({ image_url: `${apiBaseUrl}/media/${file}` }));
    expect(picturesSent()).toEqual([`data:image/png;base64,${base64(picture)}`]);
  });

  it('a prompt uses both an address and an upload', async () => {
    const picture = newPicture();
    good(await fromAd({ image_url: 'https://tarnfell.example/images/2.png', image_base64: base64(picture) }));
    const sent = picturesSent();
    expect(sent).toHaveLength(2);
    expect(sent[1]).toBe(`data:image/png;base64,${base64(picture)}`);
  });

  it.each(Object.entries(samples))(
    'a prompt from an ad takes a %s, bare, in lines, without padding, and as a data URL',
    async (name, bytes) => {
      const type = name.split(' ')[0] as string;
      const text = base64(bytes);
      for (const image_base64 of [
        text,
        text.replace(/(.{40})/g, '$1\r\n'),
        bytes.toString('base64url'),
        `data:image/${type};base64,${text}`,
        `data:text/html;charset=utf-8;base64,${text}`,
      ]) {
        good(await fromAd({ image_base64 }));
        expect(picturesSent()).toEqual([`data:image/${type};base64,${text}`]);
      }
      expect(storedAs(bytes, type === 'jpeg' ? 'jpg' : type)?.equals(bytes)).toBe(true);
    },
  );

  it('an image that is sent twice is stored once, with two conversations', async () => {
    const picture = newPicture();
    const puts = () => app.calls.filter(({ operation }) => operation === 'PutObject').length;
    const before = puts();
    const first = good(await fromAd({ image_base64: base64(picture) }));
    const second = good(await fromAd({ image_base64: base64(picture) }));
    expect(puts()).toBe(before + 1);
    expect(second.session_id).toBeGreaterThan(first.session_id - 4096);
    expect(second.session_id).not.toBe(first.session_id);
    expect(await countsOf(app, user.id)).toEqual([2, 2, 2, 2, 2]);
  });

  it('the same image of another user is stored separately', async () => {
    const picture = newPicture();
    good(await fromAd({ image_base64: base64(picture) }));
    const other = await newUser(app);
    good(await app.prompts.generateAdPrompt({ body: { image_base64: base64(picture) }, headers: other.headers }));
    expect(app.world.objects.files.has(`images/${other.id}/${sha256(picture)}.png`)).toBe(true);
    expect(storedAs(picture, 'png')).toBeDefined();
  });
});

describe('a prompt from ads and products', () => {
  it('a prompt from ads and products sends all in order, each with its role, in any form', async () => {
    const [a, b, c, d] = [newPicture(), newPicture(), newPicture(), newPicture()];
    const answer = good(
      await fromTemplate(
        [base64(a), { base64: `data:image/png;base64,${base64(b)}` }, 'https://tarnfell.example/images/1.png'],
        [{ base64: base64(c) }, { url: 'https://tarnfell.example/images/2.png' }, `data:image/png;base64,${base64(d)}`],
      ),
    );
    expect(answer.prompt).toContain('product of the reference pictures');
    const { content, form } = sentToModel();
    expect(form).toBe('template_prompt');
    expect(content.map(({ text }) => text)).toEqual([
      JSON.stringify({ ad_pictures: 3, product_pictures: 3 }),
      'Ad, picture 1:',
      undefined,
      'Ad, picture 2:',
      undefined,
      'Ad, picture 3:',
      undefined,
      'Product, picture 1:',
      undefined,
      'Product, picture 2:',
      undefined,
      'Product, picture 3:',
      undefined,
    ]);
    const sent = picturesSent();
    for (const [at, picture] of [
      [0, a],
      [1, b],
      [3, c],
      [5, d],
    ] as const)
      expect(sent[at]).toBe(`data:image/png;base64,${base64(picture)}`);
    const { conversations } = await keptOf(app, user.id);
    expect(conversations).toMatchObject([{ topic: 'template_prompt', messages: [{ role: 'user' }, { role: 'assistant' }] }]);
    const images = (conversations[0] as unknown as { messages: { images: { role: string }[] }[] }).messages[0]?.images;
    expect(images?.map(({ role }) => role)).toEqual(['ad', 'ad', 'ad', 'product', 'product', 'product']);
  });

  it('a prompt from ads and products accepts five of each, fetched in parallel', async () => {
    const urls = Array.from({ length: 4 }, (_, at) => `https://tarnfell.example/images/${at + 1}.png`);
    const five = [...urls, base64(newPicture())];
    good(await fromTemplate(five, [...five].reverse()));
    expect(picturesSent()).toHaveLength(10);
    expect(await fromTemplate([...five, base64(newPicture())], [])).toMatchObject({
      status: 422,
      body: {
        detail: [
          { loc: ['body', 'ad_images'], type: 'too_long' },
          { loc: ['body', 'product_images'], type: 'too_short' },
        ],
      },
    });
  });
});

describe('stored data of a prompt', () => {
  it('a prompt stores its conversation, its trace, itself, and a record of the call with its price', async () => {
    const picture = newPicture();
    const answer = good(
      await fromAd({
        image_url: 'https://tarnfell.example/images/1.png',
        image_base64: base64(picture),
        ad_text: 'Grippy shoes',
        competitor_name: 'Tarnfell',
      }),
    );
    const { conversations, sessions, prompts, calls, counts } = await keptOf(app, user.id);
    expect(counts).toEqual([{ contentSessions: 1, imageConversations: 1 }]);
    const { prompt, negative_prompt, aspect_ratio, style, elements, session_id, model } = answer;
    expect(prompts).toMatchObject([{ prompt, negativePrompt: negative_prompt, aspectRatio: aspect_ratio, style, elements, model }]);
    expect(conversations).toMatchObject([
      {
        id: session_id,
        title: 'Prompt from an ad of Tarnfell',
        messages: [
          { role: 'user', text: 'A prompt from this ad of Tarnfell.\n\nGrippy shoes' },
          { role: 'assistant', text: expect.stringContaining(prompt), images: [] },
        ],
      },
    ]);
    expect(JSON.stringify(conversations)).not.toContain('art director');

    const call = calls[0] as unknown as {
      inputTokens: number;
      outputTokens: number;
      costMicros: number;
      id: string;
    };
    expect(calls).toMatchObject([
      {
        purpose: 'ad_prompt',
        model,
        outcome: 'ok',
        images: 2,
        attempts: 1,
        subject: sessions[0]?.id,
        milliseconds: expect.any(Number),
        responseId: expect.stringMatching(/^resp_/),
      },
    ]);
    expect(call.inputTokens).toBeGreaterThan(100);
    expect(call.costMicros).toBe(Math.round(call.inputTokens * 0.75 + call.outputTokens * 4.5));

    expect(sessions).toMatchObject([{ status: 'completed', imageConversationId: session_id, model, topic: 'ad_prompt' }]);
    const { steps } = sessions[0] as unknown as {
      steps: {
        kind: string;
        name: string;
        content: string;
        milliseconds: number | null;
        llmCallId: string | null;
      }[];
    };
    expect(steps.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'instructions ad_prompt',
      'tool fetch_image',
      'tool receive_image',
      'tool store_image',
      'tool store_image',
      'input user',
      `model ${model}`,
    ]);
    expect(steps[0]?.content).toBe(sentToModel().instructions);
    expect(JSON.parse(steps[1]?.content ?? '')).toMatchObject({
      url: 'https://tarnfell.example/images/1.png',
      content_type: 'image/png',
      width: 960,
    });
    for (const step of steps.filter(({ kind }) => kind === 'tool' || kind === 'model')) expect(step.milliseconds).toBeGreaterThanOrEqual(0);
    expect(steps[5]?.content).toContain('Grippy shoes');
    expect(steps[5]?.content).toContain(`[image sha256:${sha256(picture)}]`);
    expect(JSON.parse(steps[6]?.content ?? '')).toEqual({
      prompt,
      negative_prompt,
      aspect_ratio,
      style,
      elements,
    });
    expect(steps[6]?.llmCallId).toBe(call.id);
  });

  it('stored data of a prompt fits into an item of the store', async () => {
    const long = 'https://tarnfell.example/images/1.png?';
    const urls = (word: string) => Array.from({ length: 5 }, (_, at) => `${long}${word}${at}=${'ü'.repeat(330)}`);
    good(await fromTemplate(urls('a'), urls('b')));
    good(
      await fromAd({
        image_url: urls('c')[0],
        ad_id: 'é'.repeat(200),
        competitor_name: '日'.repeat(200),
        ad_text: '日'.repeat(5000),
      }),
    );
    const { sessions, conversations } = await keptOf(app, user.id);
    for (const item of [...sessions, ...conversations]) expect(Buffer.byteLength(JSON.stringify(item))).toBeLessThan(100_000);
  });

  it('a prompt takes few calls of the store', async () => {
    // IDs begin with the time, so earlier IDs cannot be drawn again.
    app.world.clock.now += 60_000;
    const before = app.calls.length;
    good(await fromAd({ image_base64: base64(newPicture()) }));
    const calls = app.calls.slice(before).map(({ operation, table }) => [operation, table].filter(Boolean).join(' '));
    expect(calls).toEqual([
      'GetItem accounts',
      'GetItem analysis',
      'UpdateItem accounts',
      'HeadObject',
      'PutObject',
      'fetch',
      'UpdateItem analysis',
      'TransactWriteItems analysis',
    ]);
  });

  it('a prompt belongs to the client whose data is viewed, and the view is recorded', async () => {
    const client = await newUser(app);
    const { session_id } = good(
      await fromAd({ image_base64: base64(newPicture()) }, { 'x-svc-dev-token': operatorToken, 'x-assume-user-id': String(client.id) }),
    );
    expect(await countsOf(app, user.id)).toEqual([0, 0, 0, 0, 0]);
    expect(await countsOf(app, client.id)).toEqual([1, 1, 1, 1, 1]);
    expect(good(await app.prompts.readPromptSession({ params: { session_id }, headers: client.headers }))).toMatchObject({ session_id });
    expect(await fromAd({ image_base64: base64(newPicture()) }, { 'x-assume-user-id': String(client.id) })).toMatchObject({ status: 403 });
  });
});
