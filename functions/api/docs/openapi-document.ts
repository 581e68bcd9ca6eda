import * as z from 'zod';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';

export const OpenApiDocument = z
  .looseObject({
    openapi: z.string().meta({ description: 'Version of the OpenAPI specification.' }),
    info: z
      .looseObject({
        title: z.string().meta({ description: 'Name of the API.' }),
        version: z.string().meta({ description: 'Version.' }),
      })
      .meta({ description: 'Title, version and description of the API.' }),
    paths: z.record(z.string(), z.unknown()).meta({ description: 'Every operation, by path.' }),
  })
  .meta({ id: 'OpenApiDocument', description: 'An OpenAPI 3.1 document.' });

export const openapiDocument = defineEndpoint({
  id: 'openapiDocument',
  method: 'GET',
  path: '/openapi.json',
  auth: 'none',
  summary: 'Retrieve the OpenAPI document',
  description:
    'Returns this description as an OpenAPI 3.1 document, for client generators and tools. `/docs` shows it as a page; `openapiCustomersDocument` leaves out the operations of operators.',
  cors: 'any_origin',
  anyQuery: true,
  responses: { 200: OpenApiDocument },
  example: {
    responses: { 200: { openapi: '3.1.1', info: { title: 'adtrail', version: '1.0.0' }, paths: {} } },
  },
  async handle() {
    // bin/openapi.ts loads this file before the document exists.
    const { default: document } = await import('../../../openapi.json', { with: { type: 'json' } });
    return ok(document, { 'cache-control': 'public, max-age=300' });
  },
});
