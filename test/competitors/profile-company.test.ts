import { profileCompany } from '#shared/competitors/profile-company.ts';
import { TaskFailed } from '#shared/tasks/user-task.ts';
import { AddressRefused, SiteUnreachable } from '#shared/web/web.ts';

const form = {
  sells_something: true,
  company_name: ' Nordo\n',
  category: 'shoes',
  product: 'boots',
  customer_segment: '',
  geography: 'Norway',
  country: 'NO',
  language: 'nb',
  description: 'Boots.',
  search_terms: ['a', ' ', '', 'b', 'c', 'd', 'e', 'f', 'g'],
};
const page = '<title>Nordo</title><body>Warm boots for hikers, made in Norway since 1990, for every winter.</body>';

type Scene = {
  error?: Error;
  answer?: object;
  parameters?: object;
  isLastTry?: boolean;
};
async function profiled({ error, answer = form, parameters, isLastTry = false }: Scene = {}) {
  const asked: object[] = [];
  const run = {
    isLastTry,
    task: {
      id: 't',
      userId: 1,
      parameters: { company_website: 'https://nordo.example/', source: 'direct_web_search', ...parameters },
    },
    report: async () => {},
    step: async (_: string, make: () => Promise<unknown>) => {
      const made = await make();
      return made && typeof made === 'object' && 'also' in made ? (made as unknown as { output: unknown }).output : made;
    },
  };
  const deps = {
    discoveryLimits: { siteSeconds: 10, modelSeconds: 10 },
    llm: {
      ask: async (_: object, { input: [{ text }] }: { input: [{ text: string }] }) => {
        asked.push(JSON.parse(text));
        return { object: answer, row: {} };
      },
    },
    web: {
      async fetch({ url }: { url: string }) {
        if (error) throw error;
        return {
          url,
          status: 200,
          contentType: 'text/html',
          charset: '',
          body: new Uint8Array(Buffer.from(page)),
        };
      },
    },
  };
  try {
    const { profile } = await profileCompany(run as never, deps as never);
    return { profile, asked };
  } catch (caught) {
    const { code, message } = caught as TaskFailed;
    return { error: caught instanceof TaskFailed ? `failed ${code}` : message, asked };
  }
}

describe('the profile of a company', () => {
  it('is made of its page, on one line each, with at most six terms and none of them empty', async () => {
    const { profile, asked } = await profiled();
    expect(profile).toMatchObject({ name: 'Nordo', category: 'shoes', country: 'NO', segment: '' });
    expect(profile?.searchTerms).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(asked).toEqual([
      expect.objectContaining({
        website: 'https://nordo.example/',
        page_title: 'Nordo',
        page_text: expect.stringContaining('hikers'),
      }),
    ]);
  });

  it.each([
    ['sells nothing', { ...form, sells_something: false }],
    ['has no category', { ...form, category: ' ' }],
  ])('fails if the company %s', async (_, answer) => {
    expect(await profiled({ answer })).toMatchObject({ error: 'failed null' });
  });

  it.each(['no', 'NOR', 'N', null])('has no country of the form %s', async (country) => {
    expect((await profiled({ answer: { ...form, country } })).profile?.country).toBeNull();
  });

  const [noHost, slow] = [new SiteUnreachable('no_such_host'), new SiteUnreachable('timeout')];
  const lite = { source: 'lite_signup' };
  it.each<[string, Scene, string | undefined]>([
    ['an address that is not public fails', { error: new AddressRefused() }, 'failed address_refused'],
    ['a page that does not exist fails', { error: noHost }, 'failed website_unreachable'],
    ['a slow page fails at once for a user', { error: slow }, 'failed website_unreachable'],
    ['a slow page is tried again in the background', { error: slow, parameters: lite }, slow.message],
    [
      'a slow page fails at the last try in the background',
      { error: slow, parameters: lite, isLastTry: true },
      'failed website_unreachable',
    ],
    ['a host that does not exist is not tried again', { error: noHost, parameters: lite }, 'failed website_unreachable'],
    ['the name of the company suffices', { error: slow, parameters: { company_name: 'Nordo' } }, undefined],
    ['the name of the company suffices in the background', { error: slow, parameters: { ...lite, company_name: 'Nordo' } }, undefined],
    ['another error is thrown', { error: new Error('no store') }, 'no store'],
  ])('%s', async (_, scene, expected) => {
    expect((await profiled(scene)).error).toBe(expected);
  });
});
