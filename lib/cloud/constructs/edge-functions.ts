export const edgeFunctions = {
  /** Services behind CloudFront log URLs, so a read-only key moves from the query to a header. */
  toApi: `function handler(event) {
  var request = event.request;
  if (request.uri === '/')
    return { statusCode: 302, statusDescription: 'Found', headers: { location: { value: '/console/' } } };
  request.headers['x-adtrail-viewer'] = { value: event.viewer.ip };
  var key = request.uri.indexOf('/api/v1/pixel/reports/') === 0 && request.querystring.key;
  if (key) {
    if (!request.headers.authorization) request.headers.authorization = { value: 'Bearer ' + key.value };
    delete request.querystring.key;
  }
  return request;
}`,
  /** A behavior matches paths only, so this function routes POST to the pixel. */
  toPixelEvents: `import cf from 'cloudfront';
function handler(event) {
  var request = event.request;
  request.headers['x-adtrail-viewer'] = { value: event.viewer.ip };
  if (request.method === 'POST') cf.selectRequestOriginById('pixel');
  return request;
}`,
  fromApi: `function handler(event) {
  var response = event.response;
  var renamed = response.headers['x-amzn-remapped-www-authenticate'];
  if (renamed) {
    response.headers['www-authenticate'] = renamed;
    delete response.headers['x-amzn-remapped-www-authenticate'];
  }
  return response;
}`,
  toConsole: `function handler(event) {
  var request = event.request;
  if (request.uri.indexOf('/console/assets/') !== 0) request.uri = '/console/index.html';
  return request;
}`,
};
