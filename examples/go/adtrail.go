// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// A client of adtrail in one file. Go 1.19 and later, standard library only.

// Event has the fields of the Conversion API. Value is text, such as "25.99", so that it is exact. Without OccurredAt it
// happens when it arrives.
type Event struct {
	EventType      string         `json:"event_type"`
	EventID        string         `json:"event_id"`
	ClickID        string         `json:"svc_click_id,omitempty"`
	ExternalUserID string         `json:"external_user_id,omitempty"`
	OccurredAt     *time.Time     `json:"occurred_at,omitempty"`
	Value          json.Number    `json:"value,omitempty"`
	Currency       string         `json:"currency,omitempty"`
	Properties     map[string]any `json:"properties,omitempty"`
	Consent        *Consent       `json:"consent,omitempty"`
	User           *User          `json:"user_data,omitempty"`
}

// Consent says what the customer allowed. Each purpose is "granted", "denied", or "" if nobody asked.
type Consent struct {
	AdUserData        string `json:"ad_user_data,omitempty"`
	AdPersonalization string `json:"ad_personalization,omitempty"`
}

// User has what networks match customers by. Leave out what you do not have. Its text in a log is empty.
type User struct {
	Email           string       `json:"email,omitempty"`
	EmailSHA256     *HashedEmail `json:"email_sha256,omitempty"`
	Phone           string       `json:"phone,omitempty"`
	ExternalID      string       `json:"external_id,omitempty"`
	ClientUserAgent string       `json:"client_user_agent,omitempty"`
	ClientIPAddress string       `json:"client_ip_address,omitempty"`
	EventSourceURL  string       `json:"event_source_url,omitempty"`
	Fbp             string       `json:"fbp,omitempty"`
	Ttp             string       `json:"ttp,omitempty"`
	Obref           string       `json:"obref,omitempty"`
}

// Format keeps customers out of logs.
func (User) Format(state fmt.State, _ rune) { io.WriteString(state, "User{}") }

// EmailForm says how an address is written before it is hashed.
type EmailForm string

const (
	Plain     EmailForm = "plain"
	Google    EmailForm = "google"
	Canonical EmailForm = "canonical"
)

type HashedEmail struct {
	Form  EmailForm `json:"form"`
	Value string    `json:"value"`
}

// EmailSHA256 hashes an e-mail address; nil if it is no address, or the form is none of the three.
func EmailSHA256(email string, form EmailForm) *HashedEmail {
	text := trimmed(email)
	if form != Plain && form != Google && form != Canonical || len(text) > 320 || !address.MatchString(text) {
		return nil
	}
	name, domain, _ := strings.Cut(strings.ToLower(text), "@")
	if form == Canonical || form == Google && (domain == "gmail.com" || domain == "googlemail.com") {
		name, _, _ = strings.Cut(name, "+")
		name = strings.ReplaceAll(name, ".", "")
	}
	if name == "" {
		return nil
	}
	sum := sha256.Sum256([]byte(name + "@" + domain))
	return &HashedEmail{form, hex.EncodeToString(sum[:])}
}

// Result is what the service says of one event. Error is set if the event is invalid. The second part is of a refund;
// Pending: the order has not arrived.
type Result struct {
	Index     int             `json:"index"`
	Status    int             `json:"status"`
	Accepted  bool            `json:"accepted"`
	Matched   bool            `json:"matched"`
	Duplicate bool            `json:"duplicate"`
	EventID   string          `json:"event_id"`
	EventType string          `json:"event_type,omitempty"`
	SessionID string          `json:"session_id,omitempty"`
	Campaign  string          `json:"campaign,omitempty"`
	AdGroup   string          `json:"ad_group,omitempty"`
	AdID      string          `json:"ad_id,omitempty"`
	Reason    string          `json:"reason,omitempty"`
	Warnings  []Warning       `json:"warnings,omitempty"`
	Error     json.RawMessage `json:"error,omitempty"`

	Environment string          `json:"environment,omitempty"`
	Value       string          `json:"value,omitempty"`
	Currency    string          `json:"currency,omitempty"`
	NetValue    string          `json:"net_value,omitempty"`
	Adjustment  json.RawMessage `json:"adjustment,omitempty"`
	Pending     bool            `json:"pending,omitempty"`
	Superseded  bool            `json:"superseded,omitempty"`
	Unchanged   bool            `json:"unchanged,omitempty"`
	Refused     string          `json:"refused,omitempty"`
}

// Warning says what the service changed or ignored.
type Warning struct {
	Code   string   `json:"code"`
	Fields []string `json:"fields"`
}

// Error says why nothing was stored. Status is 0 if no response came, or if this client refused to send the event:
// Code is then event_id_missing, invalid_id, invalid_value, invalid_time or not_json.
type Error struct {
	Status                   int
	Code, Message, RequestID string
}

func (e *Error) Error() string { return e.Message }

type Client struct {
	SecretKey, BaseURL string
	RetryFor           time.Duration
	HTTP               *http.Client
}

func NewClient(secretKey, baseURL string) *Client {
	// Another address must not get the key.
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	client := &http.Client{Timeout: 30 * time.Second, CheckRedirect: stay}
	return &Client{strings.TrimSpace(secretKey), strings.TrimRight(strings.TrimSpace(baseURL), "/"), 2 * time.Minute, client}
}

// Order is an event whose order ID counts once, however often it is sent. Send refuses it if the ID is missing.
func Order(id, value, currency, click string) Event {
	return Event{EventType: "order_created", EventID: "order_created:" + trimmed(id), Value: json.Number(value), Currency: currency, ClickID: click}
}

// Refund states what a refund leaves of the value of an order, which is not what it takes. A repeat changes nothing.
func (c *Client) Refund(id, netValue string) (Result, error) {
	eventID := "order_created:" + trimmed(id)
	if err := checkEventID(eventID); err != nil {
		return Result{}, err
	}
	adjustment, err := json.Marshal(map[string]any{"event_id": eventID, "net_value": money(netValue), "reason": "refund"})
	if err != nil {
		return Result{}, err
	}
	results, err := c.sendBatch("adjustments", "adjustments", []json.RawMessage{adjustment})
	if err != nil {
		return Result{}, err
	}
	return results[0], nil
}

// Send returns one result per event. If this client refuses events, their results have Error, the others are sent, and
// the error is an *Error with the first refusal.
func (c *Client) Send(events ...Event) ([]Result, error) {
	results := make([]Result, len(events))
	var texts []json.RawMessage
	var places []int
	var refused error
	for index, event := range events {
		text, refusal := eventJSON(event)
		if refusal == nil {
			texts, places = append(texts, text), append(places, index)
			continue
		}
		why, _ := json.Marshal(map[string]string{"code": refusal.Code, "message": refusal.Message})
		results[index] = Result{Index: index, Status: 422, EventID: event.EventID, EventType: event.EventType, Error: why}
		if refused == nil {
			refused = refusal
		}
	}
	for start := 0; start < len(texts); start += 1000 {
		end := start + 1000
		if end > len(texts) {
			end = len(texts)
		}
		batch, err := c.sendBatch("server-events", "events", texts[start:end])
		if err != nil {
			return results, err
		}
		for at, result := range batch {
			result.Index = places[start+at]
			results[result.Index] = result
		}
	}
	return results, refused
}

func (c *Client) sendBatch(path, name string, items []json.RawMessage) ([]Result, error) {
	body, err := json.Marshal(map[string]any{name: items})
	if err != nil {
		return nil, err
	}
	if !secretKeys.MatchString(c.SecretKey) || !addresses.MatchString(c.BaseURL) {
		message := "a secret key begins with sk_live_ or sk_test_, and the address of the service with https://"
		return nil, &Error{Code: "invalid_options", Message: message}
	}
	end := time.Now().Add(c.RetryFor)
	for attempt := 0; ; attempt++ {
		status, content, header, err := c.post(path, body)
		var answer struct {
			Results []Result
			Code    string
			Detail  json.RawMessage
		}
		unread := json.Unmarshal(content, &answer)
		if (status == 422 || status >= 200 && status < 300) && unread == nil && len(answer.Results) == len(items) {
			return answer.Results, nil
		}
		failure := &Error{status, answer.Code, sentence(answer.Detail), header.Get("X-Request-Id")}
		if err != nil {
			failure.Code, failure.Message = "no_response", fmt.Sprintf("the service does not respond (%v)", err)
		} else if failure.Message == "" {
			failure.Message = fmt.Sprintf("the service responded with status %d", status)
		}
		if status >= 300 && status < 500 && status != 408 && status != 425 && status != 429 {
			return nil, failure
		}
		// The same bytes again: what was stored meanwhile is a duplicate, and counts once.
		seconds := math.Min(30, 0.25*math.Pow(2, float64(attempt))) * (0.5 + rand.Float64()/2)
		after, _ := strconv.ParseFloat(header.Get("Retry-After"), 64)
		delay := time.Duration(math.Max(seconds, after) * float64(time.Second))
		if time.Now().Add(delay).After(end) {
			return nil, failure
		}
		time.Sleep(delay)
	}
}

func (c *Client) post(path string, body []byte) (status int, content []byte, header http.Header, err error) {
	request, err := http.NewRequest("POST", c.BaseURL+"/api/v1/pixel/"+path, bytes.NewReader(body))
	if err != nil {
		return 0, nil, nil, err
	}
	request.Header.Set("Authorization", "Bearer "+c.SecretKey)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "adtrail-go/1.4.0")
	response, err := c.HTTP.Do(request)
	if err != nil {
		return 0, nil, nil, err
	}
	defer response.Body.Close()
	content, err = io.ReadAll(response.Body)
	if err != nil {
		return 0, nil, nil, err
	}
	return response.StatusCode, content, response.Header, nil
}

// sentence has the problems of a request, such as "net_value: Negative values are not accepted".
func sentence(detail json.RawMessage) string {
	var text string
	var problems []struct {
		Loc []any
		Msg string
	}
	if json.Unmarshal(detail, &text) == nil || json.Unmarshal(detail, &problems) != nil {
		return text
	}
	var lines []string
	for _, problem := range problems {
		place := strings.TrimPrefix(strings.Trim(strings.ReplaceAll(fmt.Sprint(problem.Loc), " ", "."), "[]"), "body.")
		lines = append(lines, place+": "+problem.Msg)
	}
	return strings.Join(lines, "; ")
}

// Programs write these texts for a missing ID. In an event ID they would merge many sales.
const nothing = `(?:undefined|null|none|nil|<nil>|nan|[+-]?inf(?:inity)?|true|false|\[object [^\]:]*\]|0{8}(?:-0{4}){3}-0{12})`

// All clients trim these, so that an order has one ID in all of them.
const blanks = "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"

var (
	namesNothing = regexp.MustCompile(`^(?:[^:]*:)?` + nothing + `(?::` + nothing + `)*$`)
	secretKeys   = regexp.MustCompile(`^sk_[\w-]+$`)
	addresses    = regexp.MustCompile(`^https?://[^/]`)
	// Networks refuse letters outside of ASCII, and a domain without a dot.
	address     = regexp.MustCompile(`^[!-?A-~]+@[!-\-/-?A-~]+(?:\.[!-\-/-?A-~]+)+$`)
	plainNumber = regexp.MustCompile(`^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$`)
)

func lower(r rune) rune {
	if r >= 'A' && r <= 'Z' {
		return r + 'a' - 'A'
	}
	return r
}

func trimmed(text string) string {
	return strings.Trim(text, blanks)
}

// checkEventID refuses "order_created:" and "order_created:<nil>", which name no order: all of them would count as one.
func checkEventID(id string) *Error {
	if !utf8.ValidString(id) {
		return &Error{Code: "invalid_id", Message: "event_id is not well-formed Unicode"}
	}
	parts := strings.Split(id, ":")
	for at, part := range parts {
		if parts[at] = trimmed(part); parts[at] == "" {
			return &Error{Code: "event_id_missing", Message: fmt.Sprintf("event_id is %q: your own ID is missing", id)}
		}
	}
	if namesNothing.MatchString(strings.Map(lower, strings.Join(parts, ":"))) {
		return &Error{Code: "invalid_id", Message: fmt.Sprintf("event_id is %q: no ID of yours", id)}
	}
	return nil
}

func eventJSON(event Event) (json.RawMessage, *Error) {
	if err := checkEventID(event.EventID); err != nil {
		return nil, err
	}
	if !utf8.ValidString(event.ExternalUserID) {
		return nil, &Error{Code: "invalid_id", Message: "external_user_id is not well-formed Unicode"}
	}
	if at := event.OccurredAt; at != nil && (at.IsZero() || at.Year() > 9999) {
		return nil, &Error{Code: "invalid_time", Message: "OccurredAt is not a valid time"}
	}
	// The service would refuse the sale for a blank click ID.
	if trimmed(event.ClickID) == "" {
		event.ClickID = ""
	}
	event.Properties, _ = plain(event.Properties, 0).(map[string]any)
	event.Consent, event.User = event.Consent.set(), event.User.set()
	text, err := json.Marshal(struct {
		Event
		Value any `json:"value,omitempty"`
	}{event, money(string(event.Value))})
	if err != nil {
		return nil, &Error{Code: "not_json", Message: "the event cannot be written as JSON: " + err.Error()}
	}
	return text, nil
}

func (c *Consent) set() *Consent {
	if c == nil || trimmed(c.AdUserData+c.AdPersonalization) == "" {
		return nil
	}
	return &Consent{trimmed(c.AdUserData), trimmed(c.AdPersonalization)}
}

// set leaves out blank members: a guest has no phone.
func (u *User) set() *User {
	if u == nil {
		return nil
	}
	user := *u
	for _, text := range []*string{
		&user.Email, &user.Phone, &user.ExternalID, &user.ClientUserAgent, &user.ClientIPAddress,
		&user.EventSourceURL, &user.Fbp, &user.Ttp, &user.Obref,
	} {
		if trimmed(*text) == "" {
			*text = ""
		}
	}
	if user == (User{}) {
		return nil
	}
	return &user
}

// money is a number if JSON has it in this form; the service judges any other text.
func money(text string) any {
	if plainNumber.MatchString(text) {
		return json.Number(text)
	}
	if text == "" {
		return nil
	}
	return text
}

// plain has null in place of the numbers that JSON cannot write. Deeper values may be a cycle.
func plain(value any, depth int) any {
	if depth > 100 {
		return value
	}
	switch value := value.(type) {
	case map[string]any:
		if value == nil {
			return value
		}
		fields := make(map[string]any, len(value))
		for name, inner := range value {
			fields[name] = plain(inner, depth+1)
		}
		return fields
	case []any:
		list := make([]any, len(value))
		for index, inner := range value {
			list[index] = plain(inner, depth+1)
		}
		return list
	case float64:
		if math.IsNaN(value) || math.IsInf(value, 0) {
			return nil
		}
	}
	return value
}

var (
	pairs     = regexp.MustCompile(`(?:^|[;,])\s*svc_sid\s*=([^;]*)`)
	escape    = regexp.MustCompile(`%[0-7][0-9A-Fa-f]`)
	clickID   = regexp.MustCompile(`(?:^|[^0-9A-Za-z_])(s_[0-9A-Za-z]{22})(?:[^0-9A-Za-z_]|$)`)
	clickedAt = regexp.MustCompile(`["']ts["']\s*:\s*["']?(\d{1,15})(?:\D|$)`)
)

// ClickFrom reads the click ID from a request's svc_sid cookie; "" if there is none. Of two cookies the newest counts.
func ClickFrom(request *http.Request) string {
	click, newest := "", int64(-1)
	for _, pair := range pairs.FindAllStringSubmatch(strings.Join(request.Header.Values("Cookie"), "; "), -1) {
		text := pair[1]
		// Encoded up to three times, with slashes or quotes: whatever was done to it on its way.
		for range [3]int{} {
			text = escape.ReplaceAllStringFunc(text, func(code string) string {
				character, _ := strconv.ParseUint(code[1:], 16, 8)
				return string(rune(character))
			})
		}
		text = strings.ReplaceAll(text, `\`, "")
		found, at := clickID.FindStringSubmatch(text), int64(0)
		if ts := clickedAt.FindStringSubmatch(text); ts != nil {
			at, _ = strconv.ParseInt(ts[1], 10, 64)
		}
		if found != nil && at > newest {
			click, newest = found[1], at
		}
	}
	return click
}
