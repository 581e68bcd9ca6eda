export { applyChannelRules } from './apply-channel-rules.ts';
export { applyTrafficRules } from './apply-traffic-rules.ts';
export { changeChannelRules } from './change-channel-rules.ts';
export { changeTrafficRules } from './change-traffic-rules.ts';
