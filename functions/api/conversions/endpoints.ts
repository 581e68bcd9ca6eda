export { sendChannelEvents } from './send-channel-events.ts';
export { sendConversion } from './send-conversion.ts';
