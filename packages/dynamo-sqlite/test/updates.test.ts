import { engineOf, keyOf, things } from './engine.ts';

const all = await engineOf();
beforeAll(() => all.ask('CreateTable', things));
afterAll(() => all.engine.close());
const n = (N: string) => ({ N });
const s = (S: string) => ({ S });
const values = {
  ':n': n('3'),
  ':s': s('x'),
  ':l': { L: [n('7')] },
  ':set': { SS: ['b', 'c'] },
  ':nums': { NS: ['1', '2'] },
  ':bytes': { BS: ['AQ=='] },
};
const before = {
  n: n('10'),
  s: s('old'),
  lst: { L: [n('0'), n('1'), n('2'), n('3')] },
  st: { SS: ['a', 'b'] },
  one: { SS: ['b'] },
  mp: { M: { x: n('1'), y: n('2') } },
  nums: { NS: ['2', '3'] },
};

async function updated(UpdateExpression: string) {
  await all.put('k', before);
  const used = Object.entries(values).filter(([name]) => new RegExp(`${name}\\b`).test(UpdateExpression));
  const input = {
    TableName: 'things',
    Key: keyOf('k'),
    UpdateExpression,
    ...(used.length > 0 && { ExpressionAttributeValues: Object.fromEntries(used) }),
  };
  const refusal = await all.refused('UpdateItem', input);
  const { pk: _, sk: __, ...item } = await all.get('k');
  return { refusal, item };
}
const { n: _n, ...withoutN } = before;
const { one: _one, ...withoutOne } = before;

it.each<[string, object]>([
  ['SET n = :n', { ...before, n: n('3') }],
  ['SET n = n + :n', { ...before, n: n('13') }],
  ['SET n = n - :n', { ...before, n: n('7') }],
  ['SET n = :n - n', { ...before, n: n('-7') }],
  ['SET n = lst[1], s = n', { ...before, n: n('1'), s: n('10') }],
  ['SET oth = if_not_exists(n, :n), s = if_not_exists(nope, :s)', { ...before, oth: n('10'), s: s('x') }],
  ['SET lst = list_append(lst, :l)', { ...before, lst: { L: [...before.lst.L, n('7')] } }],
  ['SET lst = list_append(:l, lst)', { ...before, lst: { L: [n('7'), ...before.lst.L] } }],
  ['SET lst[1] = :s, mp.x = :s', { ...before, lst: { L: [n('0'), s('x'), n('2'), n('3')] }, mp: { M: { x: s('x'), y: n('2') } } }],
  ['SET lst[9] = :s', { ...before, lst: { L: [...before.lst.L, s('x')] } }],
  ['REMOVE n', withoutN],
  ['REMOVE lst[0], lst[2]', { ...before, lst: { L: [n('1'), n('3')] } }],
  ['REMOVE lst[2], lst[0]', { ...before, lst: { L: [n('1'), n('3')] } }],
  ['REMOVE mp.x, nope, mp.nope', { ...before, mp: { M: { y: n('2') } } }],
  ['ADD n :n', { ...before, n: n('13') }],
  ['ADD fresh :n', { ...before, fresh: n('3') }],
  ['ADD st :set', { ...before, st: { SS: ['a', 'b', 'c'] } }],
  ['ADD nums :nums', { ...before, nums: { NS: ['1', '2', '3'] } }],
  ['ADD fresh :bytes', { ...before, fresh: values[':bytes'] }],
  ['DELETE st :set', { ...before, st: { SS: ['a'] } }],
  ['DELETE one :set', withoutOne],
  ['DELETE nope :set', before],
  ['SET n = :n REMOVE s ADD fresh :n DELETE st :set', { ...before, n: n('3'), s: undefined, fresh: n('3'), st: { SS: ['a'] } }],
])('%s', async (expression, expected) => {
  const { refusal, item } = await updated(expression);
  const sorted = (value: object) => JSON.parse(JSON.stringify(value, (key, part) => (/^[NSB]S$/.test(key) ? part.toSorted() : part)));
  expect([refusal, sorted(item)]).toEqual(['accepted', sorted(expected)]);
});

it.each([
  ['SET n = :n SET s = :s', 'The "SET" section can only be used once'],
  ['SET n = s + :n', 'incorrect data type; operator: +, operand type: S'],
  ['SET n = n - s', 'incorrect data type; operator: -, operand type: S'],
  ['SET n = n + :s', 'Incorrect operand type for operator or function; operator or function: +, operand type: S'],
  ['SET lst = list_append(n, :l)', 'incorrect data type; operator: list_append, operand type: N'],
  ['SET lst = list_append(lst, :n)', 'operator or function: list_append'],
  ['SET n = nope', 'refers to an attribute that does not exist in the item'],
  ['ADD s :n', 'incorrect data type; operator: ADD, operand type: S'],
  ['ADD n :s', 'operator or function: ADD'],
  ['DELETE n :set', 'incorrect data type; operator: DELETE, operand type: N'],
  ['DELETE st :n', 'operator or function: DELETE'],
  ['SET mp.x = :n, mp = :s', 'Two document paths overlap'],
  ['SET n = size(n)', 'Invalid function name; function: size'],
  ['SET pk = :s', 'Cannot update attribute pk'],
  ['PUT n = :n', 'Syntax error'],
  ['SET nope.x = :n', 'document path provided in the update expression is invalid'],
])('%s is refused, and changes nothing: %s', async (expression, message) => {
  const { refusal, item } = await updated(expression);
  expect(refusal).toContain(message);
  expect(item).toEqual(before);
});
