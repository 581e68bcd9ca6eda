package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"time"
)

// Runs the table of odd values: one line of JSON for each call.

type tagged struct {
	Tag  *string `json:"$"`
	Text string  `json:"text"`
}

var none = errors.New("Go has no such value here")

// textOf is what a field of the type string can be.
func textOf(raw json.RawMessage) (string, error) {
	var text *string
	if json.Unmarshal(raw, &text) == nil {
		if text == nil {
			return "", nil
		}
		return *text, nil
	}
	var tag tagged
	if json.Unmarshal(raw, &tag) == nil && tag.Tag != nil {
		switch *tag.Tag {
		case "missing":
			return "", nil
		case "bytes":
			text, err := hex.DecodeString(tag.Text)
			return string(text), err
		}
	}
	return "", none
}

func anyOf(raw json.RawMessage) (any, error) {
	var tag tagged
	if json.Unmarshal(raw, &tag) == nil && tag.Tag != nil {
		switch *tag.Tag {
		case "NaN":
			return math.NaN(), nil
		case "Infinity":
			return math.Inf(1), nil
		case "cycle":
			cycle := map[string]any{}
			cycle["cycle"] = cycle
			return cycle, nil
		}
		return textOf(raw)
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal(raw, &fields) == nil {
		if fields == nil {
			return nil, nil
		}
		values := map[string]any{}
		for name, inner := range fields {
			value, err := anyOf(inner)
			if err != nil {
				return nil, err
			}
			values[name] = value
		}
		return values, nil
	}
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) == nil {
		values := []any{}
		for _, inner := range list {
			value, err := anyOf(inner)
			if err != nil {
				return nil, err
			}
			values = append(values, value)
		}
		return values, nil
	}
	var value any
	err := json.Unmarshal(raw, &value)
	return value, err
}

func timeOf(raw json.RawMessage) (*time.Time, error) {
	var tag tagged
	if json.Unmarshal(raw, &tag) != nil || tag.Tag == nil {
		return nil, none
	}
	switch *tag.Tag {
	case "bad date":
		return &time.Time{}, nil
	case "date":
		at, err := time.Parse(time.RFC3339, tag.Text)
		return &at, err
	}
	return nil, none
}

// membersOf reads texts alone, since the types have no other members.
func membersOf(raw json.RawMessage) (*json.Decoder, error) {
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil {
		return nil, none
	}
	if members == nil {
		return nil, nil
	}
	texts := map[string]any{}
	for name, inner := range members {
		if name == "email_sha256" {
			texts[name] = inner
			continue
		}
		text, err := textOf(inner)
		if err != nil {
			return nil, err
		}
		texts[name] = text
	}
	encoded, err := json.Marshal(texts)
	decoder := json.NewDecoder(bytes.NewReader(encoded))
	decoder.DisallowUnknownFields()
	return decoder, err
}

func sendOr(err error, client *Client, event Event) (any, error) {
	if err != nil {
		return nil, none
	}
	return send(client, event)
}

func send(client *Client, event Event) (any, error) {
	results, err := client.Send(event)
	return results[0], err
}

func call(client *Client, kind string, raw json.RawMessage) (any, error) {
	switch kind {
	case "batch":
		var rows []struct {
			Event
			Value json.Number `json:"value"`
		}
		if err := json.Unmarshal(raw, &rows); err != nil {
			return nil, err
		}
		var events []Event
		for _, row := range rows {
			row.Event.Value = row.Value
			events = append(events, row.Event)
		}
		return client.Send(events...)
	case "properties":
		value, err := anyOf(raw)
		fields, isMap := value.(map[string]any)
		if err != nil || !isMap && value != nil {
			return nil, none
		}
		return send(client, Event{EventType: "order_created", EventID: "order_created:1", Properties: fields})
	case "occurred_at":
		at, err := timeOf(raw)
		if err != nil {
			return nil, err
		}
		return send(client, Event{EventType: "order_created", EventID: "order_created:1", OccurredAt: at})
	case "amount":
		return nil, none
	case "emails":
		var given [2]json.RawMessage
		_ = json.Unmarshal(raw, &given)
		email, err := textOf(given[0])
		form, _ := textOf(given[1])
		return EmailSHA256(email, EmailForm(form)), err
	case "consent", "user_data":
		order := Order("1", "", "", "")
		members, err := membersOf(raw)
		if err != nil || members == nil {
			return sendOr(err, client, order)
		}
		if kind == "consent" {
			order.Consent = &Consent{}
			return sendOr(members.Decode(order.Consent), client, order)
		}
		order.User = &User{}
		return sendOr(members.Decode(order.User), client, order)
	}
	text, err := textOf(raw)
	if err != nil {
		return nil, err
	}
	order := Order("1", "", "", "")
	switch kind {
	case "orderIds":
		order = Order(text, "", "", "")
	case "refundIds":
		return client.Refund(text, "1")
	case "netValues":
		return client.Refund("1", text)
	case "eventIds":
		order.EventID = text
	case "value":
		order = Order("1", text, "", "")
	case "currency":
		order.Currency = text
	case "svc_click_id":
		order.ClickID = text
	case "external_user_id":
		order.ExternalUserID = text
	}
	return send(client, order)
}

func main() {
	file, err := os.ReadFile(os.Args[2])
	if err != nil {
		panic(err)
	}
	var rows [][2]json.RawMessage
	if err := json.Unmarshal(file, &rows); err != nil {
		panic(err)
	}
	client := NewClient("sk_test_x\n", os.Args[1]+"/")
	client.RetryFor = 0
	for _, row := range rows {
		var kind string
		_ = json.Unmarshal(row[0], &kind)
		result, err := call(client, kind, row[1])
		outcome := map[string]any{"result": result}
		var failure *Error
		if errors.Is(err, none) {
			outcome = map[string]any{"none": true}
		} else if errors.As(err, &failure) {
			outcome = map[string]any{"result": result, "error": map[string]any{
				"status": failure.Status, "code": failure.Code, "request_id": failure.RequestID, "message": failure.Message,
			}}
		} else if err != nil {
			outcome = map[string]any{"crash": err.Error()}
		}
		line, _ := json.Marshal(outcome)
		fmt.Println(string(line))
	}
}
