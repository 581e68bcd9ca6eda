import { orderSources } from '#shared/order-sources/kinds.ts';
import { projectionOf, undeclaredPaths, userDataOf } from '#shared/order-sources/rules/projection.ts';
import { parseExactly } from '#shared/values/json.ts';
import { examplesOf, userHash } from './examples.ts';

const source = {
  kind: 'shop',
  events: [{ name: 'order' }],
  paths: {
    ofEvent: ['id'],
    plain: ['number', 'note', 'lines[].price', 'lines[].tags[]', 'deep.er.value'],
    pages: ['page'],
    users: ['customer.id'],
  },
};
const projected = (body: unknown, event = 'order') => projectionOf(body, event, source, userHash);

describe('the projection of a delivery', () => {
  it('has the declared paths alone', async () => {
    const body = {
      id: 1,
      number: '17',
      total: 3,
      lines: [
        { price: 1, name: 'a' },
        { price: 2, tags: ['b', { c: 1 }] },
      ],
      deep: { er: { value: true, other: 1 } },
    };
    expect(await projected(body)).toEqual({
      id: 1,
      number: '17',
      lines: [{ price: 1 }, { price: 2, tags: ['b', undefined] }],
      deep: { er: { value: true } },
    });
  });

  it('of an event that the source does not choose has the facts of the event alone', async () => {
    expect(await projected({ id: 1, number: '17', customer: { id: 'c_1' } }, 'customer')).toEqual({ id: 1 });
  });

  it("has the hash of a customer's ID, and none of a placeholder", async () => {
    expect(await projected({ customer: { id: 12, name: 'Ada' } })).toEqual({ customer: { id: 'hash of shop:12' } });
    for (const id of [0, '0', 'guest', null, { id: 'c_1' }]) expect(await projected({ customer: { id } })).toEqual({ customer: {} });
  });

  it('leaves out a text that is long, or looks like personal data', async () => {
    expect(await projected({ number: 'x'.repeat(512), note: 'x'.repeat(513) })).toEqual({ number: 'x'.repeat(512) });
    for (const note of ['ada@example.com', 'for ada@example.com', '+49 170 1234567']) expect(await projected({ note })).toEqual({});
  });

  it('has the address of a page without its query, and of nothing else', async () => {
    expect(await projected({ page: 'https://shop.example/a?b=1#c' })).toEqual({ page: 'https://shop.example/a' });
    for (const page of ['/a', 'javascript:alert(1)', 7, null]) expect(await projected({ page })).toEqual({});
  });

  it('keeps every digit of a number', async () => {
    expect(JSON.stringify(await projected(parseExactly('{"number":12345678901234567890}')))).toBe('{"number":12345678901234567890}');
  });

  it('has at most 200 entries of a list', async () => {
    const lines = Array.from({ length: 201 }, (_, price) => ({ price }));
    expect(((await projected({ lines })) as { lines: unknown[] }).lines).toHaveLength(200);
  });

  it('of a body in another form is empty', async () => {
    for (const body of [null, 7, 'text', [], [[]]]) expect(await projected(body)).toBeUndefined();
    expect(await projected({ lines: 7, deep: [], customer: null, number: {}, page: ['https://shop.example'] })).toEqual({});
  });
});

describe('the names of undeclared paths', () => {
  it('are without values and repeats', () => {
    const body = {
      id: 1,
      number: '17',
      total: 3,
      customer: { id: 1, name: 'Ada' },
      lines: [
        { price: 1, name: 'a' },
        { price: 2, name: 'b' },
      ],
    };
    expect(undeclaredPaths(body, source.paths)).toEqual(['customer.name', 'lines[].name', 'total']);
  });

  it('show no name that may be a value', () => {
    expect(undeclaredPaths({ 'ada@example.com': 1, '+49 170': { x: 1 } }, source.paths)).toEqual(['*', '*.x']);
  });

  it('are at most 300, and at most 12 deep', () => {
    const wide = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`field_${at}`, at]));
    expect(undeclaredPaths(wide, source.paths)).toHaveLength(300);
    let deep: unknown = 1;
    for (let level = 0; level < 20; level++) deep = { a: deep };
    expect(undeclaredPaths(deep, source.paths)).toEqual([]);
  });
});

it('the data of a buyer are the first text of each field, of sales alone', () => {
  const declared = { events: ['order'], email: ['a.email', 'email'], phone: ['phone'] };
  expect(userDataOf({ a: { email: ' ' }, email: 'ada@example.com', phone: 7 }, 'order', declared)).toEqual({ email: 'ada@example.com' });
  expect(userDataOf({ email: 'ada@example.com' }, 'refund', declared)).toEqual({});
});

it('a delivery of 300 KB with 200 lines has a projection of less than 2 KB', async () => {
  const { stripe } = orderSources;
  const example = examplesOf('stripe').find(({ name }) => name === 'subscription-started');
  if (!example) throw new Error('The example is missing.');
  const { data, ...event } = example.body as unknown as { data: { object: Record<string, unknown> } };
  const line = { id: 'il_1', amount: 20, description: 'x'.repeat(1500), metadata: { mail: 'ada@example.com' } };
  const lines = { data: Array.from({ length: 200 }, () => line) };
  const body = { ...event, data: { object: { ...data.object, lines } } };
  expect(JSON.stringify(body).length).toBeGreaterThan(300_000);
  const projection = await projectionOf(body, 'invoice.paid', stripe, userHash);
  expect(JSON.stringify(projection).length).toBeLessThan(2048);
  expect(projection).toEqual(await projectionOf(example.body, 'invoice.paid', stripe, userHash));
});
