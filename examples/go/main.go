package main

import (
	"encoding/json"
	"log"
	"net/http"
	"os"
	"time"
)

func main() {
	adtrail := NewClient(os.Getenv("ADTRAIL_SECRET_KEY"), os.Getenv("ADTRAIL_BASE_URL"))

	// In a handler: ClickFrom(request)
	request := &http.Request{Header: http.Header{"Cookie": {os.Getenv("COOKIE")}}}
	order := os.Getenv("ORDER")
	if order == "" {
		order = "10017"
	}

	sale := Order(order, "25.99", "EUR", ClickFrom(request))
	// What the customer allowed, and a hash by which networks match them.
	sale.Consent = &Consent{AdUserData: "granted", AdPersonalization: "denied"}
	sale.User = &User{EmailSHA256: EmailSHA256("jane@example.com", Plain)}
	first, err := adtrail.Send(sale)
	if err != nil {
		log.Fatal(err)
	}
	// Something that happened before is booked on its own day.
	hourAgo := time.Now().Add(-time.Hour)
	// Many events in one call: some can be invalid, the others are stored.
	others, err := adtrail.Send(
		Event{EventType: "signup_completed", EventID: "signup_completed:" + order, OccurredAt: &hourAgo},
		Event{EventType: "order_created", EventID: "order_created:" + order + "-b", Value: "-1"},
	)
	if err != nil {
		log.Fatal(err)
	}
	for _, result := range append(first, others...) {
		_ = json.NewEncoder(os.Stdout).Encode(result)
	}
	// 6.00 were refunded: 19.99 remain.
	refund, err := adtrail.Refund(order, "19.99")
	if err != nil {
		log.Fatal(err)
	}
	_ = json.NewEncoder(os.Stdout).Encode(refund)
}
