import { readCompany } from '#shared/keyword-plans/read-company.ts';
import { AddressRefused, SiteUnreachable } from '#shared/web/web.ts';

const website = 'https://nordo.example/';
const profile = {
  companyWebsite: 'https://www.nordo.example',
  companyShortDesc: 'Boots.',
  company: 'Nordo AS',
};
const html = (description: string, text: string) =>
  `<title>T</title><meta name="description" content="${description}"><body>${text}</body>`;

async function company(page: string | Error, user: object | null = null) {
  const web = {
    async fetch({ url }: { url: string }) {
      if (page instanceof Error) throw page;
      return {
        url,
        status: 200,
        contentType: 'text/html',
        charset: '',
        body: new Uint8Array(Buffer.from(page)),
      };
    },
  };
  const deps = { users: { byId: async () => user }, web };
  return await readCompany({ userId: 1, website }, deps as never).catch(({ name }) => name);
}

it.each<[string, string | Error, object | null, unknown]>([
  ['a page and a profile', html('Shoes.', 'Warm.'), profile, { name: 'Nordo AS', description: 'Boots.', text: 'Warm.' }],
  ['a page alone', html('Shoes.', 'Warm.'), null, { name: 'nordo', description: 'Shoes.', text: 'Warm.' }],
  ['a text without a description', html('', 'Warm.'), null, { description: '', text: 'Warm.' }],
  ['a profile alone', new SiteUnreachable('timeout'), profile, { name: 'Nordo AS', description: 'Boots.', text: '' }],
  ['a description without a text', html('Shoes.', ''), null, { description: 'Shoes.', text: '' }],
  ['nothing', new SiteUnreachable('timeout'), null, 'TaskFailed'],
  ['a private address', new AddressRefused(), null, 'TaskFailed'],
  ['the profile of another website', new SiteUnreachable('timeout'), { ...profile, companyWebsite: 'https://other.example' }, 'TaskFailed'],
  ['another error', new TypeError('no'), profile, 'TypeError'],
])('a company is known by %s', async (_, page, user, expected) => {
  const found = await company(page, user);
  if (typeof expected === 'string') expect(found).toBe(expected);
  else expect(found).toMatchObject(expected as object);
});
