export { receivePartnerEvent } from './receive-partner-event.ts';
