import type * as z from 'zod';
import type { AnyEndpoint } from './endpoint.ts';
import type { Json } from './openapi-fields.ts';
import { nameOf, type schemaBook } from './openapi-schemas.ts';
import { readKeyQuery, takesView, viewHeaders, viewQuery } from './view.ts';

type Book = ReturnType<typeof schemaBook>;

export const parametersOf = ({ auth, params, query, headers, example }: AnyEndpoint, book: Book): Json[] => [
  ...parametersIn('path', params, example.params, book),
  ...parametersIn('query', query, example.query, book),
  ...parametersIn('header', headers, undefined, book),
  ...(auth === 'report' ? parametersIn('query', readKeyQuery(), undefined, book) : []),
  ...(takesView(auth)
    ? [
        ...parametersIn('query', viewQuery(), undefined, book),
        ...parametersIn('header', viewHeaders(), undefined, book).map((parameter) => ({
          ...parameter,
          'x-audience': 'operators',
        })),
      ]
    : []),
];

function parametersIn(where: 'path' | 'query' | 'header', schema: z.ZodType | undefined, example: Json | undefined, book: Book) {
  if (!schema) return [];
  return book.fields(nameOf(schema, '')).map((field) => {
    const { description, ...rest } = field.schema;
    const shown = example?.[field.name] ?? rest.example;
    return {
      name: field.name,
      in: where,
      required: where === 'path' || field.required,
      ...(description !== undefined && { description }),
      ...(shown !== undefined && { example: shown }),
      // No route takes an empty part of the path.
      schema: where === 'path' && rest.type === 'string' ? { minLength: 1, ...rest } : rest,
    };
  });
}
