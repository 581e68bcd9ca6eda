export { previewChannel } from './preview-channel.ts';
export { readChannelRules } from './read-channel-rules.ts';
export { readChannelRulesApplication } from './read-channel-rules-application.ts';
export { readTrafficRules } from './read-traffic-rules.ts';
export { readTrafficRulesApplication } from './read-traffic-rules-application.ts';
