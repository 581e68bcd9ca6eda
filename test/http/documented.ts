import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { groups } from '#functions/groups.ts';
import type { AnyEndpoint } from '#shared/http/endpoint.ts';
import { openApi } from '#shared/http/openapi.ts';
import { resolved } from './resolved.ts';

type Content = { schema: object; examples?: Record<string, { value?: unknown; $ref?: string }> };
type Answer = { headers?: object; content?: Record<string, Content> };
type Operation = { requestBody?: Answer; responses: Record<string, Answer> };
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { examples: Record<string, { value: unknown }> };
};

const document = resolved<Document>(openApi(groups));
// OpenAPI has keywords that JSON Schema lacks.
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addFormat('int64', true);
ajv.addSchema(document, 'openapi.json');
const compiled = new Map<string, ValidateFunction>();

export function validatorOf(pointer: readonly (string | number)[]): ValidateFunction {
  const key = pointer.map((part) => String(part).replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
  const validate = compiled.get(key) ?? ajv.compile({ $ref: `openapi.json#/${encodeURI(key)}` });
  compiled.set(key, validate);
  return validate;
}

const type = 'application/json';

export function contents() {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { requestBody, responses }]) => {
      const answers = Object.entries(responses).map(([status, answer]) => [['responses', status], answer] as const);
      const all = [[['requestBody'], requestBody] as const, ...answers];
      return all.flatMap(([place, body]) => {
        const content = body?.content?.[type];
        if (!content) return [];
        const examples = Object.entries(content.examples ?? {}).map(([name, { value, $ref }]) => [
          name,
          { value: $ref ? document.components.examples[$ref.split('/').at(-1) ?? '']?.value : value },
        ]);
        const pointer = ['paths', path, method, ...place, 'content', type];
        return [{ pointer, examples: Object.fromEntries(examples) as Record<string, { value: unknown }> }];
      });
    }),
  );
}

const ofNoOperation = [404, 405];

export function expectDocumented({ method, path }: AnyEndpoint, status: number, json: unknown, headers: Headers) {
  const verb = method.toLowerCase();
  const answer = document.paths[path]?.[verb]?.responses[status];
  if (!answer && ofNoOperation.includes(status)) return;
  expect([method, path, status, Boolean(answer)]).toEqual([method, path, status, true]);
  const sent = ['retry-after', 'www-authenticate'].filter((name) => headers.has(name));
  expect([path, status, Object.keys(answer?.headers ?? {})]).toEqual([path, status, expect.arrayContaining(sent)]);
  const validate = validatorOf(['paths', path, verb, 'responses', status, 'content', type, 'schema']);
  if (!validate(json)) expect([method, path, status, json, validate.errors]).toBeNull();
}
