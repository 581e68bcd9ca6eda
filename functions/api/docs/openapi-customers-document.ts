import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { customersDocument } from './customers-document.ts';
import { OpenApiDocument } from './openapi-document.ts';

let reading: Promise<object> | undefined;

async function read() {
  const { default: document } = await import('../../../openapi.json', { with: { type: 'json' } });
  return customersDocument(document);
}

export const openapiCustomersDocument = defineEndpoint({
  id: 'openapiCustomersDocument',
  method: 'GET',
  path: '/openapi-customers.json',
  auth: 'none',
  summary: 'Retrieve the OpenAPI document of customers',
  description:
    'Returns the description of the operations that customers call and of the events that webhooks receive, as an OpenAPI 3.1 document. Operations of operators are left out. Prefer it for client generators.',
  cors: 'any_origin',
  anyQuery: true,
  responses: { 200: OpenApiDocument },
  example: {
    responses: { 200: { openapi: '3.1.1', info: { title: 'adtrail', version: '1.0.0' }, paths: {} } },
  },
  async handle() {
    reading ??= read();
    return ok((await reading) as never, { 'cache-control': 'public, max-age=300' });
  },
});
