import { isPlain } from '#shared/values/plain-text.ts';

const place = '{order_id}';
export const defaultIdTemplate = `order_created:${place}`;
export const maxEventId = 256;

export const isIdTemplate = (template: string): boolean =>
  template.split(place).length === 2 &&
  !template.endsWith(':') &&
  template.length <= 200 &&
  isPlain(template);

export const eventIdOf = (template: string, orderId: string): string =>
  template.replace(place, () => orderId);
