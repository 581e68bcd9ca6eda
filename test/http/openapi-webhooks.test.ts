import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { openApiDocument } from '#functions/openapi-document.ts';
import { webhookEventTypes } from '#shared/registry/webhook-events.ts';
import { newWorld, startApp } from '#test/kit/harness.ts';
import { sentConversionEvents } from '#test/webhooks/scene.ts';

type Item = {
  post: { requestBody: { content: Record<string, { examples: { example: { value: object } } }> } };
};
const document = JSON.parse(JSON.stringify(openApiDocument())) as { webhooks: Record<string, Item> };
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addFormat('int64', true);
ajv.addSchema(document, 'openapi.json');

const errorsOf = (type: string, body: unknown) => {
  const place = `openapi.json#/webhooks/${type}/post/requestBody/content/application~1json/schema`;
  const validate = ajv.compile({ $ref: place });
  return validate(body) ? [] : validate.errors;
};

it('the document describes every webhook event, each with an example of its own schema', () => {
  expect(Object.keys(document.webhooks)).toEqual([...webhookEventTypes]);
  for (const [type, { post }] of Object.entries(document.webhooks)) {
    const { value } = post.requestBody.content['application/json']?.examples.example ?? {};
    expect([type, errorsOf(type, value)]).toEqual([type, []]);
    expect(errorsOf(type, { ...value, type: 'another' })).not.toEqual([]);
    expect(errorsOf(type, { ...value, data: {} })).not.toEqual([]);
  }
});

it('sent webhook bodies match the document', async () => {
  const app = await startApp(await newWorld());
  const sent = await sentConversionEvents(app);
  expect(sent.length).toBeGreaterThan(2);
  for (const event of sent) expect([event.type, errorsOf(event.type, event)]).toEqual([event.type, []]);
});
