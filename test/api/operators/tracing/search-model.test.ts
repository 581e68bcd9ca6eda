import fc from 'fast-check';
import { newAccount, type User } from '#shared/accounts/rules/users.ts';
import type { ContentSession, ImageConversation, StoredPrompt } from '#shared/prompts/rules/conversations.ts';
import { normalizeForSearch } from '#shared/search/rules/normalize-for-search.ts';
import { newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { named, search, sourcesOf } from './scene.ts';

const minute = 60_000;
const kinds = ['user', 'conversation', 'image'] as const;

const piece = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      '%',
      '_',
      '.',
      '*',
      '\\',
      '"',
      "'",
      '#',
      '?',
      '%20',
      ' ',
      '\n',
      'a.b',
      '1%',
      '\\n',
      '[a-z]',
      '$&',
      'ß',
      'ẞ',
      'SS',
      'ss',
      'İ',
      'I',
      'ı',
      'i',
      'Σ',
      'ς',
      'σ',
      'é',
      'e\u0301',
      'É',
      'K',
      'k',
      'ﬁ',
      'FI',
      'ǅ',
      '\u0301',
      '\u0307',
      '\u0345',
      '\u200d',
      '😀',
      '👩‍👩‍👧',
      '🇩🇪',
      '日本',
      '本日',
      '한',
      '하',
      'ㅎ',
      'שלום',
      'مرحبا',
      'हिन्दी',
      'the',
      'The',
      'THE',
      'he',
      'other',
      'shoe',
      'Shoes',
      '\u0000',
      '\u{10ffff}',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
);
const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('').toWellFormed());
const nat = fc.nat(1000);

const step = fc.oneof(
  fc.record({
    do: fc.constantFrom('user', 'session', 'conversation', 'prompt'),
    at: fc.nat(9),
    who: nat,
    text,
  }),
  fc.record({
    do: fc.constantFrom('change', 'remove', 'deliver', 'redeliver'),
    at: fc.nat(9),
    who: nat,
    text,
  }),
);
const query = fc.record({
  of: fc.option(nat, { freq: 4 }),
  from: fc.nat(12),
  length: fc.nat(9),
  cased: fc.constantFrom('as_is', 'upper', 'lower'),
  text,
  kind: fc.option(fc.constantFrom(...kinds), { freq: 3 }),
  who: fc.option(nat, { freq: 4 }),
  limit: fc.constantFrom(1, 3, 100),
});

function newModel(app: TestApp) {
  const sources = sourcesOf(app);
  const users: User[] = [];
  const sessions: ContentSession[] = [];
  const conversations: ImageConversation[] = [];
  const prompts: StoredPrompt[] = [];
  let last = 0;
  const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % list.length];
  const replaced = <T extends { id: unknown }>(list: T[], next: T) =>
    list.splice(
      list.findIndex(({ id }) => id === next.id),
      1,
      next,
    );

  const textsOfUser = (user: User | undefined) =>
    user
      ? [String(user.id), user.email, user.phone, user.fullName, user.company]
          .concat([user.companyWebsite, user.companyShortDesc, user.role])
          .filter((one) => one !== null)
      : [];
  const everything = () =>
    [
      ...users.map((user) => ({ kind: 'user', ...user, userId: user.id, texts: textsOfUser(user) })),
      ...sessions.map((one) => ({
        kind: 'conversation',
        ...one,
        texts: [one.title, ...one.steps.map(({ content }) => content)],
      })),
      ...conversations.map((one) => ({
        kind: 'image',
        ...one,
        texts: [
          one.title,
          ...one.messages.map((message) => message.text),
          ...prompts
            .filter(({ imageConversationId }) => imageConversationId === one.id)
            .flatMap(({ prompt, negativePrompt, style, elements }) => [prompt, negativePrompt, style, ...elements]),
        ],
      })),
    ].map(({ kind, id, userId, createdAt, texts }) => ({ kind, id: String(id), userId, createdAt, texts }));

  return {
    async run({ do: what, at, who, text }: typeof step extends fc.Arbitrary<infer S> ? S : never) {
      const createdAt = new Date(app.world.clock.now - at * minute).toISOString();
      const owner = pick(users, who)?.id ?? 7;
      if (what === 'user') {
        last += 1 + who;
        const [company, fullName] = text.length % 2 ? [text, null] : [null, text];
        const user = newAccount({ id: last, email: `u${last}@x.example`, createdAt, company, fullName });
        users.push(user);
        await app.users.create(user);
      }
      if (what === 'session') {
        const session = sources.session(owner, {
          createdAt,
          title: text.slice(0, 3).toWellFormed(),
          texts: [text, 'other'],
        });
        sessions.push(session);
        await sources.putSession(session);
      }
      if (what === 'conversation') {
        const conversation = sources.conversation(owner, { createdAt, texts: [text] });
        conversations.push(conversation);
        await sources.putConversation(conversation);
      }
      if (what === 'prompt') {
        const conversation = pick(conversations, who);
        if (!conversation) return;
        const prompt = sources.prompt(conversation, {
          prompt: text,
          elements: [text.slice(1).toWellFormed(), 'sole'],
        });
        prompts.push(prompt);
        await sources.putPrompt(prompt);
      }
      if (what === 'change' || what === 'remove') {
        const list = [users, sessions, conversations, prompts][at % 4] as { id: unknown }[];
        const it = pick(list, who);
        if (!it) return;
        if (what === 'remove') list.splice(list.indexOf(it), 1);
        const next = { ...it };
        if (list === users) {
          Object.assign(next, { companyShortDesc: text });
          if (what === 'remove') await sources.removeUser((it as User).id);
          else await app.users.change((it as User).id, { companyShortDesc: text });
        } else if (list === sessions) {
          Object.assign(next, { title: text });
          await (what === 'remove' ? sources.removeSession(it as ContentSession) : sources.putSession(next as ContentSession));
        } else if (list === conversations) {
          Object.assign(next, { title: text });
          if (what === 'remove') {
            const { id } = it as ImageConversation;
            prompts.splice(0, prompts.length, ...prompts.filter((prompt) => prompt.imageConversationId !== id));
          }
          await (what === 'remove'
            ? sources.removeConversation(it as ImageConversation)
            : sources.putConversation(next as ImageConversation));
        } else {
          Object.assign(next, { negativePrompt: text });
          await (what === 'remove' ? sources.removePrompt(it as StoredPrompt) : sources.putPrompt(next as StoredPrompt));
        }
        if (what === 'change') replaced(list, next);
      }
      if (what === 'deliver') await app.settleSearch();
      if (what === 'redeliver') {
        const waiting = await app.world.streams.peek('search-index');
        const some = waiting.slice(0, 1 + who).toReversed();
        const event = app.world.streams.eventOf('search-index', [...some, ...some]);
        await app.searchIndex['search-index'](event, {} as never);
      }
    },

    queryOf({ of, from, length, cased, text: other, kind, who, limit }: typeof query extends fc.Arbitrary<infer Q> ? Q : never) {
      const from_ = of === null ? undefined : pick(everything(), of)?.texts.join(' ');
      const part = [...(from_ ?? other)]
        .slice(from, from + length)
        .join('')
        .toWellFormed();
      const q = cased === 'upper' ? part.toUpperCase() : cased === 'lower' ? part.toLowerCase() : part;
      return {
        q: q.slice(0, 100).toWellFormed(),
        kind,
        userId: who === null ? null : (pick(users, who)?.id ?? 7),
        limit,
      };
    },

    found({ q, kind, userId }: { q: string; kind: string | null; userId: number | null }): string[] {
      const has = (texts: readonly string[]) => q === '' || texts.some((one) => normalizeForSearch(one).includes(normalizeForSearch(q)));
      return everything()
        .filter((one) => (kind === null || one.kind === kind) && (userId === null || one.userId === userId))
        .filter((one) => normalizeForSearch(q) === '' || has(one.texts) || has(textsOfUser(users.find(({ id }) => id === one.userId))))
        .sort((a, b) => (orderOf(a) < orderOf(b) ? 1 : -1))
        .map((one) => `${one.kind} ${one.id}`);
    },
  };
}

const orderOf = ({ createdAt, kind, id }: { createdAt: string; kind: string; id: string }) => [createdAt, kind, id].join(' ');

it('a search finds the same as a scan, in order and in pages of any size, after any changes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 40 }),
      fc.array(query, { minLength: 12, maxLength: 12 }),
      fc.integer({ min: 1, max: 4 }),
      async (steps, queries, segmentSize) => {
        const app = await startApp(await newWorld());
        app.world.segmentSize = segmentSize;
        const model = newModel(app);
        for (const one of steps) await model.run(one);
        await app.settleSearch();
        for (const one of queries) {
          const wanted = model.queryOf(one);
          const { q, kind, userId, limit } = wanted;
          const expected = model.found(wanted);
          const pages: string[] = [];
          for (let offset = 0; ; offset += limit) {
            const page = await search(app, {
              q,
              limit,
              offset,
              ...(kind && { kind }),
              ...(userId !== null && { user_id: userId }),
            });
            pages.push(...named(page));
            expect(page.has_more).toBe(offset + limit < expected.length);
            expect(page.total_estimate).toBeGreaterThanOrEqual(page.has_more ? pages.length + 1 : expected.length);
            if (!page.has_more) {
              expect(page.total_estimate).toBe(expected.length);
              break;
            }
          }
          expect([q, kind, userId, pages]).toEqual([q, kind, userId, expected]);
        }
      },
    ),
    { numRuns: 10, endOnFailure: true },
  );
});
