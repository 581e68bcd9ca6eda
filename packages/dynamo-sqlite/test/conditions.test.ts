import { attributesOf, engineOf, keysOf } from './engine.ts';

const { engine, ask } = await engineOf();
beforeAll(async () => {
  await ask('CreateTable', { TableName: 'things', ...keysOf('pk'), ...attributesOf({ pk: 'S' }) });
});
afterAll(() => engine.close());

const n = (N: string) => ({ N });
const s = (S: string) => ({ S });
const b = (text: string) => ({ B: Buffer.from(text).toString('base64') });
const isMet = async (FilterExpression: string, v: object | undefined, ...all: object[]) => {
  await ask('PutItem', { TableName: 'things', Item: { pk: s('x'), ...(v && { v }) } });
  const ExpressionAttributeValues = Object.fromEntries(all.map((value, at) => [`:${at}`, value]));
  const { Count } = await ask('Scan', { TableName: 'things', FilterExpression, ExpressionAttributeValues });
  return Count === 1;
};

it.each([
  ['a text in units of UTF-16', s('é𝄞'), 3],
  ['an empty text', s(''), 0],
  ['bytes, not the letters of their base64', b('é𝄞'), 6],
  ['a set by its elements', { SS: ['é', '𝄞', 'abc'] }, 3],
  ['a list by its elements', { L: [s('é𝄞'), s('')] }, 2],
  ['a map by its fields', { M: { é: s('𝄞'), b: s('') } }, 2],
])('size() counts %s', async (_, value, size) => {
  for (const other of [size - 1, size, size + 1])
    expect([other, await isMet('size(v) = :0', value, n(`${other}`))]).toEqual([other, other === size]);
});

it('size() of a number is none', async () => {
  for (const size of [0, 1, 5]) expect(await isMet('size(v) = :0', n('12345'), n(`${size}`))).toBe(false);
});

it.each([
  ['=', [false, true, false]],
  ['<>', [true, false, true]],
  ['<', [true, false, false]],
  ['<=', [true, true, false]],
  ['>', [false, false, true]],
  ['>=', [false, true, true]],
] as const)('"v %s 10" compares the numbers 9, 10 and 11 as numbers', async (sign, expected) => {
  for (const [at, value] of ['9', '10', '11'].entries())
    expect([value, await isMet(`v ${sign} :0`, n(value), n('10'))]).toEqual([value, expected[at]]);
});

it('BETWEEN includes both of its bounds, and nothing next to them', async () => {
  for (const [value, isBetween] of Object.entries({ 8: false, 9: true, 10: true, 11: true, 12: false }))
    expect([value, await isMet('v BETWEEN :0 AND :1', n(value), n('9'), n('11'))]).toEqual([value, isBetween]);
});

it('contains() and begins_with() compare bytes, not the letters of their base64', async () => {
  for (const [condition, sought, expected] of [
    ['contains(v, :0)', 'b', true],
    ['contains(v, :0)', 'd', false],
    ['begins_with(v, :0)', 'a', true],
    ['begins_with(v, :0)', 'abc', true],
    ['begins_with(v, :0)', 'b', false],
  ] as const)
    expect([condition, sought, await isMet(condition, b('abc'), b(sought))]).toEqual([condition, sought, expected]);
});

it('an attribute that is absent meets "<>" alone', async () => {
  for (const sign of ['=', '<', '<=', '>', '>=']) expect([sign, await isMet(`v ${sign} :0`, undefined, n('1'))]).toEqual([sign, false]);
  expect(await isMet('v <> :0', undefined, n('1'))).toBe(true);
  expect(await isMet('v IN (:0)', undefined, n('1'))).toBe(false);
});
