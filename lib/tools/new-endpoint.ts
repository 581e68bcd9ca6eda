/** A file by its path in the repository, and its text. */
type NewFile = { path: string; text: string };

const verbs: Record<string, 'GET' | 'DELETE'> = {
  list: 'GET',
  read: 'GET',
  remove: 'DELETE',
  delete: 'DELETE',
};

/** `list-things` as the identifier `listThings`. */
const idOf = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** `list-things` as a sentence for the documentation. */
const summaryOf = (name: string) => {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/**
 * A new endpoint of a group: the endpoint with an example, its registration and its test. The endpoint answers what its
 * example says, until its handler does the work. Throws a sentence for a person when the name cannot be taken.
 */
export function newEndpoint({ group, name }: { group: string; name: string }, registered: string): NewFile[] {
  if (!/^[a-z]+(-[a-z0-9]+)+$/.test(name))
    throw new Error(`"${name}" is not a verb and a noun, such as list-things.`);
  const id = idOf(name);
  if (registered.includes(`'./${name}.ts'`))
    throw new Error(`The group ${group} has an endpoint ${id} already.`);
  const method = verbs[name.split('-')[0] ?? ''] ?? 'POST';
  const path = `/api/v1/${group}/${name.split('-').slice(1).join('-')}`;
  const lines = [...registered.trimEnd().split('\n'), `export { ${id} } from './${name}.ts';`].sort();
  return [
    { path: `functions/api/${group}/endpoints.ts`, text: `${lines.join('\n')}\n` },
    { path: `functions/api/${group}/${name}.ts`, text: endpointText({ id, name, method, path }) },
    { path: `test/api/${group}/${name}.test.ts`, text: testText({ id, group }) },
  ];
}

const endpointText = ({
  id,
  name,
  method,
  path,
}: {
  id: string;
  name: string;
  method: string;
  path: string;
}) =>
  `import * as z from 'zod';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import type { Deps } from './deps.ts';

export const ${id} = defineEndpoint<Deps>()({
  id: '${id}',
  method: '${method}',
  path: '${path}',
  auth: 'user',
  cors: 'front_ends',
  summary: '${summaryOf(name)}',
  description: 'Returns the id of your account.',
  responses: {
    200: z
      .object({ user_id: z.int().meta({ description: 'The id of your account.' }) })
      .meta({ id: '${id.charAt(0).toUpperCase()}${id.slice(1)}Result' }),
  },
  example: { responses: { 200: { user_id: 1795256712345 } } },

  async handle({ actor: { userId } }) {
    return ok({ user_id: userId });
  },
});
`;

const testText = ({ id, group }: { id: string; group: string }) =>
  `import { newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startApp(await newWorld());
});

it('returns the id of the account', async () => {
  const { id, headers } = await newUser(app);
  expect(await app.${idOf(group)}.${id}({ headers })).toMatchObject({ status: 200, body: { user_id: id } });
});
`;
