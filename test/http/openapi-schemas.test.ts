import * as z from 'zod';
import type { AnyEndpoint } from '#shared/http/endpoint.ts';
import { openApi } from '#shared/http/openapi.ts';

type Document = {
  paths: Record<string, Record<string, { responses: Record<string, { content: Record<string, { examples?: object }> }> }>>;
  components: { schemas: Record<string, unknown> };
};

describe('a schema', () => {
  const Amount = z.object({ value: z.string(), currency: z.string().default('USD') }).meta({ id: 'TestAmount' });
  const Order = z.object({ at: z.iso.datetime(), count: z.int(), rank: z.int().max(100), amount: Amount }).meta({ id: 'TestOrder' });
  const placeOrder = {
    id: 'placeOrder',
    method: 'POST',
    path: '/orders',
    auth: 'user',
    cors: 'none',
    summary: 'Places an order',
    body: Order,
    responses: { 200: z.object({ orders: z.array(Order) }) },
    example: {
      responses: {
        200: { orders: [{ at: '2026-01-02T03:04:05Z', count: 1, rank: 1, amount: { value: '1' } }] },
      },
    },
    handle: async () => ({ status: 200, body: null }),
  } as unknown as AnyEndpoint;
  const { components, paths } = JSON.parse(JSON.stringify(openApi({ orders: { placeOrder } }))) as Document;

  it('a schema that is sent and received in different forms gets a name for each', () => {
    expect(Object.keys(components.schemas)).toEqual([
      'Error',
      'TestAmount',
      'TestAmountInput',
      'TestOrder',
      'TestOrderInput',
      'ValidationError',
      'placeOrderResponse200',
    ]);
    expect(components.schemas.TestAmount).toMatchObject({ required: ['value', 'currency'] });
    expect(components.schemas.TestAmountInput).toMatchObject({ required: ['value'] });
    expect(JSON.stringify(components.schemas.TestOrderInput)).toContain('#/components/schemas/TestAmountInput');
  });

  it('a schema says of an integer that may be large that it takes 64 bits, so that generated clients hold it', () => {
    expect(components.schemas.TestOrder).toMatchObject({
      properties: { count: { type: 'integer', format: 'int64' } },
    });
    expect(components.schemas.TestOrder).not.toMatchObject({ properties: { rank: { format: 'int64' } } });
  });

  it('a schema says no more than it must: no bounds of all integers, no pattern beside a known format', () => {
    expect(components.schemas.TestOrder).toMatchObject({
      properties: { at: { type: 'string', format: 'date-time' }, count: { type: 'integer' } },
    });
    expect(JSON.stringify(components.schemas)).not.toMatch(/9007199254740991|"pattern"|additionalProperties/);
  });

  it('a schema of an answer is exemplified as it leaves, with its defaults', () => {
    const [content] = Object.values(paths['/orders']?.post?.responses['200']?.content ?? {});
    expect(content?.examples).toMatchObject({
      example: { value: { orders: [{ amount: { currency: 'USD' } }] } },
    });
  });
});
