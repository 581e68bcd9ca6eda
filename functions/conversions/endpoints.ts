export { sendConversion } from './send-conversion.ts';
