export { applyChannelRules } from './apply-channel-rules.ts';
export { changeChannelRules } from './change-channel-rules.ts';
export { changeTrafficRules } from './change-traffic-rules.ts';
export { previewChannel } from './preview-channel.ts';
export { readChannelRules } from './read-channel-rules.ts';
export { readChannelRulesApplication } from './read-channel-rules-application.ts';
export { readTrafficRules } from './read-traffic-rules.ts';
