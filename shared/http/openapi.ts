import type * as z from 'zod';
import type { DeclaredError } from '#shared/values/declared-errors.ts';
import { countsItself } from './dry-run.ts';
import { DryRunFields } from './dry-run-fields.ts';
import { type AnyEndpoint, isRaw, type RawResponse } from './endpoint.ts';
import { errorExample, errorResponses, errorSchemas, errorsOf, extraHeaders, merged, ownHeaders } from './openapi-errors.ts';
import type { Json } from './openapi-fields.ts';
import { headers, info, isForOperators, securitySchemes, tagOf, tagsOf } from './openapi-info.ts';
import { parametersOf } from './openapi-parameters.ts';
import { nameOf, type Stated, schemaBook } from './openapi-schemas.ts';
import { type Paths, withSharedParts } from './openapi-shared.ts';
import { type SentEvents, webhookHeaders, webhookItem } from './openapi-webhooks.ts';
import { bodySchemaOf, needsBody, takesDryRun } from './request-body.ts';
import { refusesUnknownFields } from './unknown-fields.ts';
import { unwrapped } from './unwrapped.ts';
import { readKeyQuery, takesView, viewHeaders, viewQuery } from './view.ts';

type Group = Record<string, AnyEndpoint>;
type Book = ReturnType<typeof schemaBook>;
type Example = string | number | boolean | object | null | undefined;

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** `order` lists all errors; without it they are in the order of the declarations. */
export function openApi(groups: Record<string, Group>, events: SentEvents = {}, order: readonly DeclaredError[] = []) {
  const inOrder = (errors: Iterable<DeclaredError>) => [...errors].sort((a, b) => order.indexOf(a) - order.indexOf(b));
  const operations = Object.entries(groups)
    .flatMap(([group, list]) => Object.values(list).map((endpoint) => ({ tag: tagOf(group, endpoint.path), endpoint })))
    .sort((a, b) => compare(a.endpoint, b.endpoint));
  const book = schemaBook(
    nameSchemas(
      operations.map(({ endpoint }) => endpoint),
      events,
    ),
  );
  const inPlace: Paths = {};
  const listedErrors = new Set<DeclaredError>();
  for (const { tag, endpoint } of operations) {
    const method = endpoint.method.toLowerCase();
    const errors = inOrder(errorsOf(endpoint));
    inPlace[endpoint.path] = { ...inPlace[endpoint.path], [method]: operation(tag, endpoint, errors, book) };
    for (const error of errors) listedErrors.add(error);
  }
  const { paths, components } = withSharedParts(inPlace);
  return {
    openapi: '3.1.1',
    info,
    // A relative address is valid behind a stage prefix.
    servers: [{ url: '.', description: 'The host of this document' }],
    tags: tagsOf(new Set(operations.map(({ tag }) => tag))),
    paths,
    ...(Object.keys(events).length > 0 && {
      webhooks: Object.fromEntries(Object.entries(events).map(([type, event]) => [type, webhookItem(type, event, book)])),
    }),
    components: {
      schemas: book.components(),
      responses: components.responses,
      parameters: { ...components.parameters, ...(Object.keys(events).length > 0 && webhookHeaders) },
      examples: Object.fromEntries(inOrder(listedErrors).map((error) => [error.code, errorExample(error)])),
      headers,
      securitySchemes,
    },
  };
}

const compare = (a: AnyEndpoint, b: AnyEndpoint) =>
  a.path === b.path ? methods.indexOf(a.method) - methods.indexOf(b.method) : a.path < b.path ? -1 : 1;

function nameSchemas(endpoints: readonly AnyEndpoint[], events: SentEvents): Stated {
  const parameters = endpoints.flatMap(({ id, params, query, headers }) => [
    ...(params ? [nameOf(params, `${id}Path`)] : []),
    ...(query ? [nameOf(query, `${id}Query`)] : []),
    ...(headers ? [nameOf(headers, `${id}Headers`)] : []),
  ]);
  const withBodies = endpoints.flatMap((endpoint) => {
    const body = bodySchemaOf(endpoint);
    return body ? [{ endpoint, name: nameOf(body, `${endpoint.id}Request`), object: unwrapped(body) }] : [];
  });
  const bodies = withBodies.map(({ name }) => name);
  const closed = withBodies
    .filter(({ endpoint }) => refusesUnknownFields(endpoint))
    .map(({ endpoint, object }) => nameOf(object, `${endpoint.id}Request`));
  const answers = endpoints.flatMap(({ id, responses }) =>
    jsonResponses(responses).map(([status, response]) => nameOf(response, `${id}Response${status}`)),
  );
  const errors = Object.entries({
    ...errorSchemas,
    ...(endpoints.some(takesDryRun) && { DryRunFields }),
  }).map(([id, schema]) => nameOf(schema, id));
  parameters.push(nameOf(viewQuery(), 'ViewQuery'), nameOf(viewHeaders(), 'ViewHeaders'), nameOf(readKeyQuery(), 'ReadKeyQuery'));
  const eventSchemas = Object.values(events).map(({ schema, name }) => nameOf(schema, name));
  return { bodies, closed, parameters, answers: [...answers, ...errors, ...eventSchemas] };
}

const jsonResponses = (responses: Record<string, z.ZodType | RawResponse>) =>
  Object.entries(responses).filter((entry): entry is [string, z.ZodType] => !isRaw(entry[1]));

function operation(tag: string, endpoint: AnyEndpoint, errors: readonly DeclaredError[], book: Book): Json {
  const { id, summary, auth, cors, responses, example } = endpoint;
  const body = bodySchemaOf(endpoint);
  const parameters = parametersOf(endpoint, book);
  const scheme = takesView(auth) ? 'user' : auth;
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...describe(endpoint),
    security: [
      ...(auth === 'optionalUser' ? [{}, { user: [] }] : []),
      ...(scheme in securitySchemes ? [{ [scheme]: [] }] : []),
      ...(auth === 'report' ? [{ readKey: [] }] : []),
      ...(auth === 'viewOrKey' ? [{ conversionKey: [] }] : []),
    ],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: needsBody(endpoint),
        content: {
          ...jsonContent(book.ref(nameOf(body, ''), 'input'), examplesOf(example.body, example.title, example.others?.body)),
          ...Object.fromEntries((endpoint.files ?? []).map((type) => [type, { schema: { type: 'string', format: 'binary' } }])),
        },
      },
    }),
    responses: merged(
      Object.fromEntries(
        Object.entries(responses as Record<string, z.ZodType | RawResponse>).map(([status, response]) => [
          status,
          success(status, response, endpoint, book),
        ]),
      ),
      errorResponses(endpoint, errors, (schema) => book.ref(schema, 'output')),
    ),
    'x-cors': cors,
    ...(isForOperators(tag, auth) && { 'x-audience': 'operators' }),
  };
}

const keyInBody =
  'Takes a public pixel key in the field `key` of the body, which is read as JSON whatever its content type, so that ' +
  '`navigator.sendBeacon` works.';

function describe({ auth, description }: AnyEndpoint): Json {
  const text = [description, auth === 'pixelKey' && keyInBody].filter(Boolean).join('\n\n');
  return text ? { description: text } : {};
}

const jsonContent = (schema: Json, examples: Json | undefined) => ({
  'application/json': { schema, ...(examples && { examples }) },
});

function examplesOf(first: Example, title?: string, others: Record<string, Example> = {}): Json | undefined {
  if (first === undefined) return undefined;
  const more = Object.entries(others).map(([summary, value]) => [nameIn(summary), { summary, value }]);
  const shown = { ...(more.length > 0 && title && { summary: title }), value: first };
  return { example: shown, ...Object.fromEntries(more) };
}
const nameIn = (title: string) => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');

const generalAnswers: Record<string, string> = {
  200: 'The request succeeded. The body holds the result.',
  201: 'The object was created. The body holds it.',
  202: 'The request was accepted. The work continues in the background.',
};
const generalAnswer = ({ method }: AnyEndpoint, status: string) =>
  method === 'GET' && status === '200' ? 'Returns the requested data.' : (generalAnswers[status] ?? '');

function success(status: string, response: z.ZodType | RawResponse, endpoint: AnyEndpoint, book: Book): Json {
  const shared = { headers: { ...ownHeaders(endpoint), ...extraHeaders[Number(status)] } };
  const example = endpoint.example.responses[status] as Example;
  const description = endpoint.answers?.[status] ?? response.description ?? generalAnswer(endpoint, status);
  if (isRaw(response)) {
    const text = {
      schema: { type: 'string' },
      ...(typeof example === 'string' && { examples: { example: { value: example } } }),
    };
    return { description, ...shared, content: { [response.contentType]: text } };
  }
  const shown = (value: unknown) => (value === undefined ? undefined : (response.parse(value) as Example));
  const others = Object.entries(endpoint.example.others?.responses?.[status] ?? {});
  const examples = examplesOf(
    shown(example),
    endpoint.example.title,
    Object.fromEntries(others.map(([title, value]) => [title, shown(value)])),
  );
  const content = {
    ...jsonContent(
      takesDryRun(endpoint) && !countsItself(endpoint)
        ? { allOf: [book.ref(nameOf(response, ''), 'output'), book.ref('DryRunFields', 'output')] }
        : book.ref(nameOf(response, ''), 'output'),
      examples,
    ),
  };
  return { description, ...shared, content };
}
