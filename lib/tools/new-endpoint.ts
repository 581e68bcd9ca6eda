type NewFile = { path: string; text: string };

const verbs: Record<string, 'GET' | 'DELETE'> = {
  list: 'GET',
  read: 'GET',
  remove: 'DELETE',
  delete: 'DELETE',
};

const idOf = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const summaryOf = (name: string) => {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export type Declared = { path: string; auth: string };

export function newEndpoint(
  { folder, servedBy, name }: { folder: string; servedBy: string; name: string },
  registered: string,
  declared: readonly Declared[],
): NewFile[] {
  if (!/^[a-z]+(-[a-z0-9]+)+$/.test(name))
    throw new Error(`"${name}" is not a verb and a noun, such as list-things.`);
  const id = idOf(name);
  if (registered.includes(`'./${name}.ts'`)) throw new Error(`${folder} has an endpoint ${id} already.`);
  const method = verbs[name.split('-')[0] ?? ''] ?? 'POST';
  const prefix = prefixOf(declared.map((endpoint) => endpoint.path)) || `/${folder}`;
  const path = `${prefix}/${name.split('-').slice(1).join('-')}`;
  const form = formOf(declared);
  const lines = [...registered.trimEnd().split('\n'), `export { ${id} } from './${name}.ts';`].sort();
  return [
    { path: `functions/api/${folder}/endpoints.ts`, text: `${lines.join('\n')}\n` },
    {
      path: `functions/api/${folder}/${name}.ts`,
      text: endpointText({ id, name, servedBy, method, path, form }),
    },
    {
      path: `test/api/${folder}/${name}.test.ts`,
      text: testText({ id, group: folder.split('/')[0] ?? folder, form }),
    },
  ];
}

function prefixOf(paths: readonly string[]): string {
  const least = Math.max(paths.length / 2, Math.min(2, paths.length));
  const parents = paths.flatMap((path) => {
    const segments = path.split('/');
    return segments.map((_, at) => segments.slice(0, at).join('/')).filter((parent) => !parent.includes('{'));
  });
  return parents
    .filter((parent) => paths.filter((path) => path.startsWith(`${parent}/`)).length >= least)
    .reduce((longest, parent) => (parent.length > longest.length ? parent : longest), '');
}

type Form = {
  auth: string;
  description: string;
  field: string;
  example: string;
  handle: string;
  test: { imports: string; title: string; call: string };
};

const accountForm = (auth: 'user' | 'view' | 'viewOrKey'): Form => ({
  ...{ auth, description: 'Returns the ID of your account.' },
  field: "user_id: z.int().meta({ description: 'ID of your account.' })",
  example: '{ user_id: 1795256712345 }',
  handle: '({ actor: { accountId } }) {\n    return ok({ user_id: accountId });',
  test: {
    imports: 'newUser, newWorld, startApp',
    title: 'a user receives the ID of the account',
    call: '  const { id, headers } = await newUser(app);\n  const answer = await CALL({ headers });\n  expect(answer).toMatchObject({ status: 200, body: { user_id: id } });',
  },
});
const forms: Record<string, Form> = {
  user: accountForm('user'),
  view: accountForm('view'),
  viewOrKey: accountForm('viewOrKey'),
  operator: {
    ...{ auth: 'operator', description: 'Returns the role of the operator.' },
    field: "role: z.enum(['read', 'write']).meta({ description: 'Role of the operator.' })",
    example: "{ role: 'write' }",
    handle: '({ actor: { role } }) {\n    return ok({ role });',
    test: {
      imports: 'newWorld, operatorToken, startApp',
      title: 'an operator receives the role of the token',
      call: "  const answer = await CALL({ headers: { 'x-svc-dev-token': operatorToken } });\n  expect(answer).toMatchObject({ status: 200, body: { role: 'write' } });",
    },
  },
  conversionKey: {
    ...{ auth: 'conversionKey', description: 'Returns the ID of the account of the key.' },
    field: "user_id: z.int().meta({ description: 'ID of the account.' })",
    example: '{ user_id: 1795256712345 }',
    handle: '({ actor: { accountId } }) {\n    return ok({ user_id: accountId });',
    test: {
      imports: 'newAdvertiser, newWorld, startApp',
      title: 'a back end receives the ID of its account',
      call: '  const { id, key } = await newAdvertiser(app);\n  const answer = await CALL({ headers: key });\n  expect(answer).toMatchObject({ status: 200, body: { user_id: id } });',
    },
  },
  none: {
    ...{ auth: 'none', description: 'Returns a fixed value.' },
    field: "status: z.literal('ok')",
    example: "{ status: 'ok' }",
    handle: "() {\n    return ok({ status: 'ok' as const });",
    test: {
      imports: 'newWorld, startApp',
      title: 'anyone receives the status',
      call: "  expect(await CALL({})).toMatchObject({ status: 200, body: { status: 'ok' } });",
    },
  },
};
const formNames: Record<string, string> = {
  ...{ user: 'user', optionalUser: 'user', view: 'view', report: 'view', viewOrKey: 'viewOrKey' },
  ...{ operator: 'operator', devUser: 'operator', devToken: 'operator', conversionKey: 'conversionKey' },
};

function formOf(declared: readonly Declared[]): Form {
  const names = declared.flatMap(({ auth }) => formNames[auth] ?? []);
  const countOf = (name: string) => names.filter((other) => other === name).length;
  const [most = 'none'] = [...new Set(names)].sort((a, b) => countOf(b) - countOf(a));
  return forms[countOf(most) * 4 >= declared.length ? most : 'none'] as Form;
}

const endpointText = ({
  id,
  name,
  servedBy,
  method,
  path,
  form,
}: {
  id: string;
  name: string;
  servedBy: string;
  method: string;
  path: string;
  form: Form;
}) =>
  `import * as z from 'zod';
import type { Deps } from '#functions/http/${servedBy}/deps.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';

export const ${id} = defineEndpoint<Deps>()({
  id: '${id}',
  method: '${method}',
  path: '${path}',
  auth: '${form.auth}',
  summary: '${summaryOf(name)}',
  description: '${form.description}',
  responses: {
    200: z
      .object({ ${form.field} })
      .meta({ id: '${id.charAt(0).toUpperCase()}${id.slice(1)}Result' }),
  },
  example: { responses: { 200: ${form.example} } },

  async handle${form.handle}
  },
});
`;

const testText = ({ id, group, form: { test } }: { id: string; group: string; form: Form }) =>
  `import { ${test.imports}, type TestApp } from '#test/kit/harness.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startApp(await newWorld());
});

it('${test.title}', async () => {
${test.call.replace('CALL', `app.${idOf(group)}.${id}`)}
});
`;

export const servedByOf = (folder: string, served: Readonly<Record<string, string>>): string | undefined =>
  Object.keys(served).find((name) => served[name]?.includes(`'#functions/api/${folder}/endpoints.ts'`));
