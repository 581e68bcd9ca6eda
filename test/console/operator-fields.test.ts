import { operatorFields } from '#lib/tools/operator-fields.ts';

const described = {
  paths: {
    '/api/v1/dev/grants': {
      post: {
        operationId: 'grant',
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Grant' } } } },
      },
      get: { operationId: 'listGrants' },
    },
    '/api/v1/profile': {
      post: {
        operationId: 'rename',
        requestBody: {
          content: { 'application/json': { schema: { properties: { name: { type: 'string' } } } } },
        },
      },
    },
  },
  components: {
    schemas: {
      Grant: {
        required: ['amount'],
        properties: {
          amount: { type: 'integer', minimum: 1, maximum: 9, default: 5, description: 'Credits.' },
          level: { anyOf: [{ type: 'string', enum: ['read', 'write'] }, { type: 'null' }] },
          from: { type: 'string', format: 'date' },
          reason: { type: 'string', maxLength: 40 },
          dry_run: { type: 'boolean' },
          ids: { type: 'array' },
          either: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
        },
      },
    },
  },
};
const fields = operatorFields(described, (path) => path.includes('/dev/'));

it('a form has the fields of the body of its operation, in their order', () => {
  expect(Object.keys(fields)).toEqual(['grant']);
  expect(Object.keys(fields.grant)).toEqual(['amount', 'level', 'from', 'reason']);
});

it('a field has the type, the limits and the text of its schema', () => {
  expect(fields.grant).toMatchObject({
    amount: {
      type: 'number',
      isNumber: true,
      isRequired: true,
      isNullable: false,
      minimum: 1,
      maximum: 9,
      start: 5,
      text: 'Credits.',
    },
    level: { type: 'choice', choices: ['read', 'write'], isRequired: false, isNullable: true },
    from: { type: 'date', isNullable: false },
    reason: { type: 'string', isNumber: false, maxLength: 40 },
  });
});
