___INFO___

{
  "type": "TAG",
  "id": "adtrail_pixel",
  "version": 1,
  "securityGroups": [],
  "displayName": "adtrail pixel",
  "categories": ["ADVERTISING", "ATTRIBUTION", "CONVERSIONS"],
  "brand": { "id": "adtrail", "displayName": "adtrail" },
  "description": "Records ad clicks and page views. Conversions are sent by your server, never by a tag.",
  "containerContexts": ["WEB"]
}


___TEMPLATE_PARAMETERS___

[
  {
    "type": "TEXT",
    "name": "baseUrl",
    "displayName": "Address of the service",
    "simpleValueType": true,
    "help": "For example https://adtrail.example.com. Allow it under Permissions, too.",
    "valueValidators": [{ "type": "REGEX", "args": ["^https://[^/?#\\s]+$"] }]
  },
  {
    "type": "TEXT",
    "name": "publicKey",
    "displayName": "Public key",
    "simpleValueType": true,
    "help": "pk_live_… or pk_test_…. Never a secret key.",
    "valueValidators": [{ "type": "REGEX", "args": ["^pk_(live|test)_[0-9A-Za-z]+$"] }]
  },
  {
    "type": "SELECT",
    "name": "consent",
    "displayName": "Consent",
    "simpleValueType": true,
    "defaultValue": "auto",
    "selectItems": [
      { "value": "auto", "displayValue": "Wait for the consent platform of the page" },
      { "value": "tag_manager", "displayValue": "Follow the consent settings of Tag Manager" },
      { "value": "hold", "displayValue": "Wait for svc.consent(true)" },
      { "value": "false", "displayValue": "Send, but store nothing until svc.consent(true)" },
      { "value": "", "displayValue": "Not needed" }
    ]
  },
  {
    "type": "TEXT",
    "name": "cookieDomain",
    "displayName": "Domain of the cookie",
    "simpleValueType": true,
    "help": "Only if the checkout is on another subdomain: shop.example."
  }
]


___SANDBOXED_JS_FOR_WEB_TEMPLATE___

const addConsentListener = require('addConsentListener');
const callInWindow = require('callInWindow');
const createQueue = require('createQueue');
const encodeUriComponent = require('encodeUriComponent');
const injectScript = require('injectScript');
const isConsentGranted = require('isConsentGranted');
const queryPermission = require('queryPermission');

// A platform whose template sets the consent of Tag Manager leaves no trace in the data layer, so the pixel is told.
const isFollowed = data.consent === 'tag_manager';
const state = (type, isGranted) => {
  const words = {};
  words[type] = isGranted ? 'granted' : 'denied';
  callInWindow('svc.push', ['consent', words]);
};
if (isFollowed) {
  createQueue('svc');
  ['ad_user_data', 'ad_personalization', 'ad_storage'].forEach((type) => {
    const isGranted = isConsentGranted(type);
    // Storing that is denied at first waits for the visitor's answer.
    if (isGranted || type !== 'ad_storage') state(type, isGranted);
    addConsentListener(type, state);
  });
}

// Tag managers remove data- attributes, so the settings are in the address.
let url = data.baseUrl + '/pixel/p.js?key=' + encodeUriComponent(data.publicKey);
if (data.consent) url += '&consent=' + encodeUriComponent(isFollowed ? 'hold' : data.consent);
if (data.cookieDomain) url += '&cookie-domain=' + encodeUriComponent(data.cookieDomain);

if (queryPermission('inject_script', url)) injectScript(url, data.gtmOnSuccess, data.gtmOnFailure, 'adtrail-pixel');
else data.gtmOnFailure();


___WEB_PERMISSIONS___

[
  {
    "instance": {
      "key": { "publicId": "inject_script", "versionId": "1" },
      "param": [
        {
          "key": "urls",
          "value": { "type": 2, "listItem": [{ "type": 1, "string": "https://adtrail.example.com/pixel/p.js" }] }
        }
      ]
    },
    "clientAnnotations": { "isEditedByUser": true },
    "isRequired": true
  },
  {
    "instance": {
      "key": { "publicId": "access_consent", "versionId": "1" },
      "param": [
        {
          "key": "consentTypes",
          "value": {
            "type": 2,
            "listItem": [
              {
                "type": 3,
                "mapKey": [{ "type": 1, "string": "consentType" }, { "type": 1, "string": "read" }, { "type": 1, "string": "write" }],
                "mapValue": [{ "type": 1, "string": "ad_storage" }, { "type": 8, "boolean": true }, { "type": 8, "boolean": false }]
              },
              {
                "type": 3,
                "mapKey": [{ "type": 1, "string": "consentType" }, { "type": 1, "string": "read" }, { "type": 1, "string": "write" }],
                "mapValue": [{ "type": 1, "string": "ad_user_data" }, { "type": 8, "boolean": true }, { "type": 8, "boolean": false }]
              },
              {
                "type": 3,
                "mapKey": [{ "type": 1, "string": "consentType" }, { "type": 1, "string": "read" }, { "type": 1, "string": "write" }],
                "mapValue": [{ "type": 1, "string": "ad_personalization" }, { "type": 8, "boolean": true }, { "type": 8, "boolean": false }]
              }
            ]
          }
        }
      ]
    },
    "clientAnnotations": { "isEditedByUser": true },
    "isRequired": true
  },
  {
    "instance": {
      "key": { "publicId": "access_globals", "versionId": "1" },
      "param": [
        {
          "key": "keys",
          "value": {
            "type": 2,
            "listItem": [
              {
                "type": 3,
                "mapKey": [{ "type": 1, "string": "key" }, { "type": 1, "string": "read" }, { "type": 1, "string": "write" }, { "type": 1, "string": "execute" }],
                "mapValue": [{ "type": 1, "string": "svc" }, { "type": 8, "boolean": true }, { "type": 8, "boolean": true }, { "type": 8, "boolean": false }]
              },
              {
                "type": 3,
                "mapKey": [{ "type": 1, "string": "key" }, { "type": 1, "string": "read" }, { "type": 1, "string": "write" }, { "type": 1, "string": "execute" }],
                "mapValue": [{ "type": 1, "string": "svc.push" }, { "type": 8, "boolean": false }, { "type": 8, "boolean": false }, { "type": 8, "boolean": true }]
              }
            ]
          }
        }
      ]
    },
    "clientAnnotations": { "isEditedByUser": true },
    "isRequired": true
  }
]


___TESTS___

scenarios: []


___NOTES___

Replace https://adtrail.example.com under Permissions by the address of your service.
