import { endpoints } from '#functions/groups.ts';

const alias = { level: 'campaign', value: 'spring' };
const example = (id: string) => endpoints.find((one) => one.id === id)?.example.body as object;
const withoutRows = ({ rows: _, ...rest }: { rows?: unknown }) => rest;

/** A request has exactly one of these two parts. */
const either: readonly (readonly [id: string, one: object, other: object, of: (parts: object) => object])[] = [
  ['erase', { external_user_id: 'u1' }, { svc_click_id: 's_1' }, (parts) => parts],
  ['setSpendAliases', { id: '7' }, { name: 'Spring' }, (parts) => ({ aliases: [{ ...alias, ...parts }] })],
  ...['createSpendImport', 'createReconciliation'].map((id) => {
    const { rows } = example(id) as { rows: unknown };
    const of = (parts: object) => ({ ...withoutRows(example(id)), ...parts });
    return [id, { rows }, { upload_id: 'upload_7Rk2VbXq9LmT4cWz0NpYsA' }, of] as const;
  }),
];

it.each(either)('exactly one of two is taken, and neither or both are refused: %s', (id, one, other, of) => {
  const body = endpoints.find((endpoint) => endpoint.id === id)?.body;
  const isTaken = [{}, one, other, { ...one, ...other }].map((parts) => body?.safeParse(of(parts)).success);
  expect(isTaken).toEqual([false, true, true, false]);
});
