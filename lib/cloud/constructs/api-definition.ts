import { workbookType } from '#functions/api/file-fields.ts';
import type { ServiceDescription } from '#lib/cloud/service-description.ts';
import { gatewayResponses } from './gateway-responses.ts';

type Routes = {
  title: string;
  served: ServiceDescription['served'];
  streamedFunctions: ServiceDescription['streamedFunctions'];
  unroutedFunction: string;
  uriOf: (name: string, isStreamed: boolean) => string;
  credentials: string;
  minCompressionBytes: number;
};

/** The API is imported as one resource, because a resource per route would exceed a stack's 500. */
export function apiDefinition({ title, served, streamedFunctions, unroutedFunction, uriOf, credentials, minCompressionBytes }: Routes) {
  const endpoints = Object.entries(served).flatMap(([name, list]) =>
    Object.values(list).map(({ method, path }) => ({ name, method: method.toLowerCase(), path })),
  );
  const integrationOf = (name: string) => {
    const { timeoutSeconds } = streamedFunctions[name] ?? {};
    return timeoutSeconds === undefined
      ? { uri: uriOf(name, false), credentials }
      : {
          credentials,
          uri: uriOf(name, true),
          responseTransferMode: 'STREAM',
          timeoutInMillis: timeoutSeconds * 1000,
        };
  };
  const paths: Record<string, Record<string, object>> = {};
  for (const path of everyPath(endpoints.map(({ path }) => path)))
    paths[path] = { 'x-amazon-apigateway-any-method': operation(path, integrationOf(unroutedFunction)) };
  for (const { name, method, path } of endpoints) {
    const described = operation(path, integrationOf(name));
    paths[path] = { ...paths[path], [method]: described, ...(method === 'get' && { head: described }) };
  }
  return {
    openapi: '3.0.1',
    info: { title, version: '1.0.0' },
    paths,
    'x-amazon-apigateway-gateway-responses': gatewayResponses,
    'x-amazon-apigateway-minimum-compression-size': minCompressionBytes,
    // API Gateway would corrupt a workbook, or a file in UTF-16, if it read the body as UTF-8 text.
    'x-amazon-apigateway-binary-media-types': ['application/octet-stream', workbookType],
  };
}

const operation = (path: string, integration: object) => ({
  parameters: [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  })),
  responses: {},
  'x-amazon-apigateway-integration': { type: 'aws_proxy', httpMethod: 'POST', ...integration },
});

function everyPath(paths: readonly string[]): string[] {
  const prefixes = paths.flatMap((path) => {
    const segments = path.split('/').slice(1);
    return segments.map((_, i) => `/${segments.slice(0, i + 1).join('/')}`);
  });
  return [...new Set(['/', ...prefixes, '/{proxy+}'])];
}
