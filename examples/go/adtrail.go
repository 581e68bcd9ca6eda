// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
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
}

// Result is what the service says of one event. Error is set if the event is invalid. Value, NetValue and
// Pending (the order has not arrived) are of a refund.
type Result struct {
	Status    int             `json:"status"`
	Accepted  bool            `json:"accepted"`
	Matched   bool            `json:"matched"`
	Duplicate bool            `json:"duplicate"`
	EventID   string          `json:"event_id"`
	Campaign  string          `json:"campaign,omitempty"`
	AdGroup   string          `json:"ad_group,omitempty"`
	AdID      string          `json:"ad_id,omitempty"`
	Reason    string          `json:"reason,omitempty"`
	Value     string          `json:"value,omitempty"`
	NetValue  string          `json:"net_value,omitempty"`
	Pending   bool            `json:"pending,omitempty"`
	Error     json.RawMessage `json:"error,omitempty"`
}

type Client struct {
	SecretKey, BaseURL string
	RetryFor           time.Duration
	HTTP               *http.Client
}

func NewClient(secretKey, baseURL string) *Client {
	return &Client{secretKey, strings.TrimRight(baseURL, "/"), 2 * time.Minute, &http.Client{Timeout: 30 * time.Second}}
}

// Order is an event whose order ID counts once, however often it is sent.
func Order(id, value, currency, click string) Event {
	return Event{EventType: "order_created", EventID: "order_created:" + id, Value: json.Number(value), Currency: currency, ClickID: click}
}

// Refund states what a refund leaves of the value of an order, which is not what it takes. A repeat changes nothing.
func (c *Client) Refund(id, netValue string) (Result, error) {
	adjustment := map[string]any{"event_id": "order_created:" + id, "net_value": json.Number(netValue), "reason": "refund"}
	results, err := c.sendBatch("adjustments", "adjustments", []any{adjustment}, 1)
	if err != nil {
		return Result{}, err
	}
	return results[0], nil
}

// Send returns one result per event.
func (c *Client) Send(events ...Event) ([]Result, error) {
	var results []Result
	for start := 0; start < len(events); start += 1000 {
		end := start + 1000
		if end > len(events) {
			end = len(events)
		}
		batch, err := c.sendBatch("server-events", "events", events[start:end], end-start)
		if err != nil {
			return results, err
		}
		results = append(results, batch...)
	}
	return results, nil
}

func (c *Client) sendBatch(path, name string, items any, count int) ([]Result, error) {
	body, err := json.Marshal(map[string]any{name: items})
	if err != nil {
		return nil, err
	}
	end := time.Now().Add(c.RetryFor)
	for attempt := 0; ; attempt++ {
		status, content, after := c.post(path, body)
		var answer struct{ Results []Result }
		_ = json.Unmarshal(content, &answer)
		if (status == 422 || status >= 200 && status < 300) && len(answer.Results) == count {
			return answer.Results, nil
		}
		failure := fmt.Errorf("the service responded with status %d (0: not at all)", status)
		if status >= 300 && status < 500 && status != 408 && status != 425 && status != 429 {
			return nil, failure
		}
		// The same bytes again: what was stored meanwhile is a duplicate, and counts once.
		seconds := math.Min(30, 0.25*math.Pow(2, float64(attempt))) * (0.5 + rand.Float64()/2)
		delay := time.Duration(math.Max(seconds, after) * float64(time.Second))
		if time.Now().Add(delay).After(end) {
			return nil, failure
		}
		time.Sleep(delay)
	}
}

func (c *Client) post(path string, body []byte) (status int, content []byte, retryAfter float64) {
	request, err := http.NewRequest("POST", c.BaseURL+"/api/v1/pixel/"+path, bytes.NewReader(body))
	if err != nil {
		return 400, nil, 0
	}
	request.Header.Set("Authorization", "Bearer "+c.SecretKey)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "adtrail-go/1.2.0")
	response, err := c.HTTP.Do(request)
	if err != nil {
		return 0, nil, 0
	}
	defer response.Body.Close()
	content, err = io.ReadAll(response.Body)
	if err != nil {
		return 0, nil, 0
	}
	retryAfter, _ = strconv.ParseFloat(response.Header.Get("Retry-After"), 64)
	return response.StatusCode, content, retryAfter
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
