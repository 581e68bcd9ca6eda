import { apiDefinition } from '#lib/cloud/constructs/api-definition.ts';

const endpoint = (method: string, path: string) => ({ method, path }) as never;
const definition = apiDefinition({
  title: 'adtrail',
  served: {
    slow: { discover: endpoint('POST', '/a/discover') },
    fast: { read: endpoint('GET', '/a/{id}/{name}'), change: endpoint('PUT', '/a/{id}/{name}') },
  },
  streamedFunctions: { slow: { timeoutSeconds: 90 } },
  unroutedFunction: 'docs',
  uriOf: (name, isStreamed) => `${name}${isStreamed ? ' streamed' : ''}`,
  credentials: 'role',
  minCompressionBytes: 1024,
});
const integration = (uri: string, more: object = {}) => ({
  type: 'aws_proxy',
  httpMethod: 'POST',
  credentials: 'role',
  uri,
  ...more,
});
const parameter = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
const operation = (parameters: string[], of: object) => ({
  parameters: parameters.map(parameter),
  responses: {},
  'x-amazon-apigateway-integration': of,
});
const anyMethod = (...parameters: string[]) => ({
  'x-amazon-apigateway-any-method': operation(parameters, integration('docs')),
});

it('an API has its endpoints, HEAD for each GET, and a fallback on each path and all others', () => {
  const streamed = { responseTransferMode: 'STREAM', timeoutInMillis: 90_000 };
  const named = operation(['id', 'name'], integration('fast'));
  expect(definition.paths).toEqual({
    '/': anyMethod(),
    '/a': anyMethod(),
    '/a/discover': { ...anyMethod(), post: operation([], integration('slow streamed', streamed)) },
    '/a/{id}': anyMethod('id'),
    '/a/{id}/{name}': { ...anyMethod('id', 'name'), get: named, head: named, put: named },
    '/{proxy+}': anyMethod('proxy'),
  });
});

it('an API compresses from a size on, and files stay bytes', () => {
  expect(definition).toMatchObject({
    openapi: '3.0.1',
    info: { title: 'adtrail', version: '1.0.0' },
    'x-amazon-apigateway-minimum-compression-size': 1024,
    'x-amazon-apigateway-binary-media-types': [
      'application/octet-stream',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ],
  });
});
