export { checkHealth } from './check-health.ts';
export { docsAsset } from './docs-asset.ts';
export { docsPage } from './docs-page.ts';
export { openapiCustomersDocument } from './openapi-customers-document.ts';
export { openapiDocument } from './openapi-document.ts';
export { showGuide } from './show-guide.ts';
export { showGuides } from './show-guides.ts';
