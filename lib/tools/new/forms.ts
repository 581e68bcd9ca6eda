import type { Auth } from '#shared/http/endpoint.ts';

/** A form has the answer of a first version of an endpoint to a caller of this kind, and the call of its test. */
export type Form = {
  auth: Auth;
  /** The function that serves the endpoint must have this need to recognize the caller. */
  recognizedBy: string | null;
  description: string;
  field: string;
  example: string;
  handle: string;
  test: { imports: string; title: string; call: string };
};

const accountForm = (auth: Auth, recognizedBy: string): Form => ({
  auth,
  recognizedBy,
  description: 'Returns the ID of your account.',
  field: "user_id: z.int().meta({ description: 'ID of your account.' })",
  example: '{ user_id: 1795256712345 }',
  handle: '({ actor: { accountId } }) {\n    return ok({ user_id: accountId });',
  test: {
    imports: 'newUser, newWorld, startApp',
    title: 'a user receives the ID of the account',
    call: '  const { id, headers } = await newUser(app);\n  const answer = await CALL({ headers });\n  expect(answer).toMatchObject({ status: 200, body: { user_id: id } });',
  },
});

export const forms: Readonly<Record<string, Form>> = {
  user: accountForm('user', 'users'),
  view: accountForm('view', 'managedClients'),
  viewOrKey: accountForm('viewOrKey', 'managedClients'),
  operator: {
    auth: 'operator',
    recognizedBy: 'devUsers',
    description: 'Returns the role of the operator.',
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
    auth: 'conversionKey',
    recognizedBy: 'keys',
    description: 'Returns the ID of the account of the key.',
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
    auth: 'none',
    recognizedBy: null,
    description: 'Returns a fixed value.',
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

const formNames: Readonly<Record<string, string>> = {
  user: 'user',
  optionalUser: 'user',
  view: 'view',
  report: 'view',
  viewOrKey: 'viewOrKey',
  operator: 'operator',
  devUser: 'operator',
  devToken: 'operator',
  conversionKey: 'conversionKey',
};
export const formNameOf = (auth: string): string | undefined => formNames[auth];

/** Returns null for a folder most of whose endpoints are open, or check a signature. */
export function usualForm(auths: readonly string[]): Form | null {
  const names = auths.flatMap((auth) => formNameOf(auth) ?? []);
  const countOf = (name: string) => names.filter((other) => other === name).length;
  const [most] = [...new Set(names)].sort((a, b) => countOf(b) - countOf(a));
  if (most === undefined || countOf(most) * 4 < auths.length) return null;
  return forms[most] ?? null;
}
